import { defineEntity, field, type RowOf, stored } from '@sello/contracts';

const { anyText, date, text } = stored;

/** How far the reconciler's round over a collection has come. */
export const upkeepMarkEntity = defineEntity({
  collection: 'upkeepMarks',
  fields: {
    _id: field(text),
    /** The last id that was looked at; empty at the beginning. */
    cursor: field(anyText),
    /** Not looked at again before. */
    dueAt: field(date),
  },
  indexes: [{ keys: ['dueAt'] }],
});
export type MarkRow = RowOf<typeof upkeepMarkEntity>;
