import type { Database, Parameter, Query, Row } from './database.ts';
import { stateOf } from './errors.ts';

/** Two that make the same thing at once: the loser tries again and finds it made. */
export function lostCreationRace(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '42P07' || state === '42710') return true;
  if (state === '23505')
    return ['documentdb_api_catalog', 'pg_catalog'].includes((error as { schema?: string }).schema ?? '');
  return state === 'XX000' && /concurrently (updated|deleted)/.test((error as Error).message);
}

/**
 * Changes of structure, one at a time: several services that start together make the same collections and indexes,
 * and PostgreSQL would let them deadlock.
 */
export class Ddl {
  readonly #database: Database;
  #last: Promise<unknown> = Promise.resolve();
  /** Collections known to exist, so that a transaction need not ask. */
  readonly #known = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async run<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() =>
      this.#database.retry(() => this.#database.use(work), { when: lostCreationRace }),
    );
    this.#last = turn.catch(() => {});
    return await turn;
  }

  async query(sql: string, parameters: Parameter[]): Promise<Row[]> {
    return await this.run((query) => query(sql, parameters));
  }

  /**
   * Makes a collection apart from any transaction, because making it inside one would lock everybody else out; and
   * apart from the queue, where an index may be waiting for that very transaction to end.
   */
  async ensureCollection(db: string, collection: string): Promise<void> {
    const key = `${db}.${collection}`;
    if (this.#known.has(key)) return;
    const sql = 'SELECT documentdb_api.create_collection($1, $2)';
    await this.#database.query(sql, [db, collection], { when: lostCreationRace });
    this.#known.add(key);
  }

  /** After anything was dropped or renamed. */
  forget(): void {
    this.#known.clear();
  }
}
