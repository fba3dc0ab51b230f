/** What a list call may ask for; everything is optional, without `limit` the answer is everything. */
export interface ListQuery {
  search?: string | undefined;
  /** A field's name, with `-` in front for descending; an unknown one falls back to the list's own order. */
  sort?: string | undefined;
  limit?: number | undefined;
  /** `nextCursor` of the page before; it only holds for the same sort. */
  cursor?: string | undefined;
  /** `false` for further pages of a list that is read to its end: nothing is counted, totals are 0. */
  isCounted?: boolean | undefined;
}

/** One page of a list. `total` counts what the search matches, not what the page holds. */
export interface Page<Item> {
  items: Item[];
  total: number;
  nextCursor: string | null;
}
