import { z } from 'zod';
import { defineEntity, field } from './define.ts';
import { date, number, storedDesign, text } from './stored.ts';

/** A compiled prefix of a revision: an object of the store of files, named by its content. */
export const storedPrefix = z.object({ key: text, sha256: text, size: number });

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
    prefixes: field(z.array(storedPrefix)),
    createdAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'templateId', 'createdAt'] }, { keys: ['tenantId', 'prefixes.key'] }],
});
