import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, number, text } from './stored.ts';

/**
 * A font face that an organization uploaded: one weight and slope of a family. Its sanitized bytes are a blob under
 * `key`.
 */
export const fontEntity = defineEntity({
  collection: 'fonts',
  fields: {
    _id: field(text),
    tenantId: field(text),
    /** Hex SHA-256 of the stored bytes. */
    sha256: field(text),
    key: field(text),
    /** Size of the stored file, in bytes. */
    size: field(number),
    fileName: field(anyText),
    family: field(text),
    italic: field(flag),
    weight: field(number),
    /** The number of code points it covers. */
    characters: field(number),
    /** The id of the user who confirmed the licence. */
    licensedBy: field(text),
    createdAt: field(date),
    /** Set when it was removed from the list; certificates issued with it can still be printed again. */
    removedAt: optionalField(date),
  },
  indexes: [{ keys: ['tenantId', 'family'] }, { keys: ['tenantId', 'sha256'] }],
});
