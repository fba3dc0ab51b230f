import { defineEntity, field, optionalField, stored } from '@sello/contracts';

const { date, text } = stored;

/** The single document about the installation. */
export const installationEntity = defineEntity({
  collection: 'installation',
  fields: {
    _id: field(text),
    /** Part of the marker in the object store that belongs to this database. Generated once, never changed. */
    objectStoreId: field(text),
    createdAt: field(date),
    /** When the marker was first seen in the object store; until then it may be written there without confirmation. */
    markedAt: optionalField(date),
  },
});
