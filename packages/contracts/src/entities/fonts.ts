import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';

/** A face that an organization uploaded: one weight and slope of a family. The bytes lie in the store of files under `key`, written anew by the subsetter. */
export const fontEntity = defineEntity({
  collection: 'fonts',
  fields: {
    _id: field(text),
    tenantId: field(text),
    /** Of the bytes that are kept. */
    sha256: field(text),
    key: field(text),
    /** Bytes. */
    size: field(number),
    fileName: field(anyText),
    family: field(text),
    italic: field(flag),
    weight: field(number),
    characters: field(number),
    /** Who said that the organization may use it. */
    licensedBy: field(text),
    createdAt: field(date),
    /** Removed from the list; what was issued with it can still be made again. */
    removedAt: optionalField(date),
  },
  indexes: [{ keys: ['tenantId', 'family'] }, { keys: ['tenantId', 'sha256'] }],
});
