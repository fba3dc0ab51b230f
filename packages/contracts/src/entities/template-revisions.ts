import { z } from 'zod';
import { defineEntity, field } from './define.ts';
import { date, number, storedDesign, text } from './stored.ts';

/** A compiled prefix of a revision: a content-addressed object in the object store. `size` in bytes. */
export const storedPrefix = z.object({ key: text, sha256: text, size: number });

/** With what it was compiled from besides the revision: `logo` is the object of the organization's logo at that time. */
const revisionPrefix = storedPrefix.extend({ logo: text.exactOptional() });

/** A template as a batch pinned it. Never changes; its id follows from its content. */
export const templateRevisionEntity = defineEntity({
  collection: 'templateRevisions',
  fields: {
    _id: field(text),
    tenantId: field(text),
    templateId: field(text),
    name: field(text),
    design: field(storedDesign),
    /** Every prefix that certificates of this revision may refer to; none of these objects may be deleted. */
    prefixes: field(z.array(revisionPrefix)),
    createdAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'templateId', 'createdAt'] }, { keys: ['tenantId', 'prefixes.key'] }],
});
