/** The options of a list call, all optional; without `limit` all rows are returned. */
export interface ListQuery {
  search?: string | undefined;
  /** A field's name, with `-` in front for descending; an unknown one falls back to the list's own order. */
  sort?: string | undefined;
  limit?: number | undefined;
  /** `nextCursor` of the previous page; valid for the same sort only. */
  cursor?: string | undefined;
  /** `false` for the following pages of a list that is read completely: nothing is counted and totals are 0. */
  isCounted?: boolean | undefined;
}

/** One page of a list. `total` counts all rows that the search matches. */
export interface Page<Item> {
  items: Item[];
  total: number;
  nextCursor: string | null;
}
