import pLimit from 'p-limit';

/** Reads one row by its key. */
export type GroupedRead<Row> = (key: string) => Promise<Row | null>;

export interface GroupOptions<Row> {
  /** The rows of these keys, in any order; keys of which there is none are left out. */
  readMany(keys: readonly string[]): Promise<readonly Row[]>;
  keyOf(row: Row): string;
}

/** Concurrent reads; keys asked for meanwhile go with the next one. */
const readsAtOnce = 2;
/** Keys of one read. */
const keysAtOnce = 100;

interface Group<Row> {
  keys: Set<string>;
  found: Promise<Map<string, Row>>;
}

/**
 * Groups the keys of concurrent callers into one read. Nothing is cached: every read begins after it was asked for, so
 * that each caller gets the current row. A single caller is served at once.
 */
export function groupReads<Row>({ readMany, keyOf }: GroupOptions<Row>): GroupedRead<Row> {
  const limit = pLimit(readsAtOnce);
  /** The one that others may still join. */
  let open: Group<Row> | undefined;

  function begin(): Group<Row> {
    const keys = new Set<string>();
    const found = limit(async () => {
      if (open === group) open = undefined;
      return new Map((await readMany([...keys])).map((row) => [keyOf(row), row]));
    });
    const group = { keys, found };
    return group;
  }

  return async (key) => {
    if (open === undefined || open.keys.size >= keysAtOnce) open = begin();
    open.keys.add(key);
    return (await open.found).get(key) ?? null;
  };
}
