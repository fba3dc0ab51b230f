import { defineEntity, field, optionalField, stored } from '@sello/contracts';

const { date, text } = stored;

/** What one installation knows of itself: a single document. */
export const installationEntity = defineEntity({
  collection: 'installation',
  fields: {
    _id: field(text),
    /** Is part of the marker of the object store that belongs to this database. Drawn once, never changed. */
    objectStoreId: field(text),
    createdAt: field(date),
    /** When the marker was first known to be in the object store; until then it may be written there unasked. */
    markedAt: optionalField(date),
  },
});
