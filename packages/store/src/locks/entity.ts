import { defineEntity, field, type RowOf, stored } from '@sello/contracts';

const { date, text } = stored;

export const lockEntity = defineEntity({
  collection: 'locks',
  fields: {
    /** The name of the lock. */
    _id: field(text),
    owner: field(text),
    until: field(date),
  },
  indexes: [{ keys: ['until'], expireAfterSeconds: 0 }],
});
export type LockRow = RowOf<typeof lockEntity>;
