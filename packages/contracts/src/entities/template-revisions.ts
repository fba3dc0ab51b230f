import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, storedDesign, text } from './stored.ts';

/** A compiled prefix of a revision: a content-addressed object in the object store. `size` in bytes. */
export const storedPrefix = z.object({ key: text, sha256: text, size: number });

/**
 * What of the organization a prefix was compiled with besides the revision: the objects of its logo and of the signatures on
 * the two lines, and its seal colour, each where the design prints it.
 */
export const artwork = z.object({
  logo: text.exactOptional(),
  sealColor: text.exactOptional(),
  signature1: text.exactOptional(),
  signature2: text.exactOptional(),
});
export type Artwork = z.infer<typeof artwork>;

const revisionPrefix = storedPrefix.extend(artwork.shape);

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
    { keys: ['prefixes.signature1'] },
    { keys: ['prefixes.signature2'] },
  ],
});
