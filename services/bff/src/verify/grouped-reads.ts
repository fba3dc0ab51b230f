import pLimit from 'p-limit';

/** Reads one row by its key. */
export type GroupedRead<Row> = (key: string) => Promise<Row | null>;

export interface GroupOptions<Row> {
  /** The rows of these keys, in any order; keys without a row are omitted. */
  readMany(keys: readonly string[]): Promise<readonly Row[]>;
  keyOf(row: Row): string;
}

/** Concurrent reads; keys that arrive meanwhile are grouped into the next one. */
const concurrency = 2;
const maxKeysPerRead = 100;

interface Group<Row> {
  keys: Set<string>;
  found: Promise<Map<string, Row>>;
}

/**
 * Groups the keys of concurrent callers into one read. Nothing is cached: each key is read after the call, so that every
 * caller gets the current row. A single caller does not wait.
 */
export function groupReads<Row>({ readMany, keyOf }: GroupOptions<Row>): GroupedRead<Row> {
  const limit = pLimit(concurrency);
  /** The group that has not started to read, so that callers can still join it. */
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
    if (open === undefined || open.keys.size >= maxKeysPerRead) open = begin();
    open.keys.add(key);
    return (await open.found).get(key) ?? null;
  };
}
