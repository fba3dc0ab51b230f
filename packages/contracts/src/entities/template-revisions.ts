import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, storedDesign, text } from './stored.ts';

/** A compiled prefix of a revision: a content-addressed object in the object store. `size` in bytes. */
export const storedPrefix = z.object({ key: text, sha256: text, size: number });

/** With what it was compiled from besides the revision: `logo` is the object of the organization's logo at that time. */
const revisionPrefix = storedPrefix.extend({ logo: text.exactOptional() });

/**
 * Why a revision was frozen. batch: certificates may refer to it. named: somebody gave it a name. left: the editor was
 * left. edited: ten minutes of edits were overwritten. restored: it was replaced by an earlier revision. overwritten: of
 * two versions that were edited at the same time the other one was kept.
 */
export const revisionReason = z.enum(['batch', 'named', 'left', 'edited', 'restored', 'overwritten']);
export type RevisionReason = z.infer<typeof revisionReason>;

/**
 * A template as it was at some time. Its id follows from its content, which is tenant, template, name and design and
 * never changes; the other fields are facts beside it.
 */
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
    /** When the template last had this content and was frozen, if later than `createdAt`. */
    frozenAt: optionalField(date),
    /** Absent = batch, as all were once. */
    reason: optionalField(revisionReason),
    label: optionalField(anyText),
    createdBy: optionalField(anyText),
    thumbnail: optionalField(anyText),
    thumbnailKey: optionalField(anyText),
  },
  indexes: [
    { keys: ['tenantId', 'templateId', 'createdAt'] },
    { keys: ['tenantId', 'prefixes.key'] },
    { keys: ['thumbnailKey'] },
    { keys: ['prefixes.logo'] },
  ],
});
