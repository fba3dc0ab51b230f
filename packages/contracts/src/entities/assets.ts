import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, text } from './stored.ts';

/** An uploaded image or logo. The bytes are in the object store under `key`; designs refer to the id. */
export const assetEntity = defineEntity({
  collection: 'assets',
  fields: {
    _id: field(text),
    tenantId: field(text),
    sha256: field(text),
    key: field(text),
    /** Bytes. */
    size: field(number),
    mediaType: field(text),
    fileName: field(anyText),
    width: optionalField(number),
    height: optionalField(number),
    createdAt: field(date),
  },
  indexes: [{ keys: ['tenantId', 'sha256'], unique: true }],
});
