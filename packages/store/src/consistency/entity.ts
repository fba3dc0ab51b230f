import { defineEntity, field, type RowOf, stored } from '@sello/contracts';

const { anyText, date, text } = stored;

/** The position of the reconciler's scan over a collection. */
export const upkeepMarkEntity = defineEntity({
  collection: 'upkeepMarks',
  fields: {
    _id: field(text),
    /** The last id that was checked; empty when the scan starts. */
    cursor: field(anyText),
    /** The next check is due at this time. */
    dueAt: field(date),
  },
  indexes: [{ keys: ['dueAt'] }],
});
export type MarkRow = RowOf<typeof upkeepMarkEntity>;
