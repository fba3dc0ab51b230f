import { z } from 'zod';
import { defineEntity, field } from './define.ts';
import { date, number, storedDesign, text } from './stored.ts';

/** A compiled prefix of a revision: a content-addressed object in the object store. `size` in bytes. */
export const storedPrefix = z.object({ key: text, sha256: text, size: number });

/** An immutable version of a template that batches refer to. Its id is derived from its content. */
export const templateRevisionEntity = defineEntity({
  collection: 'templateRevisions',
  fields: {
    _id: field(text),
    tenantId: field(text),
    templateId: field(text),
    name: field(text),
    design: field(storedDesign),
    /** All prefixes that certificates of this revision may refer to; these objects must not be deleted. */
    prefixes: field(z.array(storedPrefix)),
    createdAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'templateId', 'createdAt'] }, { keys: ['tenantId', 'prefixes.key'] }],
});
