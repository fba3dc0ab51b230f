/** Reads one row by its key. */
export type GroupedRead<Row> = (key: string) => Promise<Row | null>;

export interface GroupOptions<Row> {
  /** The rows of these keys, in any order; keys of which there is none are left out. */
  readMany(keys: readonly string[]): Promise<readonly Row[]>;
  keyOf(row: Row): string;
}

/** Reads under way at a time; who asks meanwhile goes with the next. */
const readsAtOnce = 2;
/** Keys of one read. */
const keysAtOnce = 100;

interface Group<Row> {
  keys: Set<string>;
  found: Promise<Map<string, Row>>;
  begin: () => void;
}

/**
 * Makes one read of the rows that many ask for at the same time. Nothing is remembered: every read begins after it was
 * asked for, so that whoever asks gets the row as it is then. One who asks alone is served at once.
 */
export function groupReads<Row>({ readMany, keyOf }: GroupOptions<Row>): GroupedRead<Row> {
  const waiting: Group<Row>[] = [];
  let underWay = 0;

  function open(): Group<Row> {
    const keys = new Set<string>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const found = promise
      .then(() => readMany([...keys]))
      .then((rows) => new Map(rows.map((row) => [keyOf(row), row])))
      .finally(() => {
        underWay--;
        next();
      });
    const group = { keys, found, begin: resolve };
    waiting.push(group);
    return group;
  }

  function next(): void {
    if (underWay >= readsAtOnce) return;
    const group = waiting.shift();
    if (group === undefined) return;
    underWay++;
    group.begin();
  }

  return async (key) => {
    let group = waiting.at(-1);
    if (group === undefined || group.keys.size >= keysAtOnce) group = open();
    group.keys.add(key);
    const { found } = group;
    next();
    return (await found).get(key) ?? null;
  };
}
