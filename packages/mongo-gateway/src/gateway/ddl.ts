import type { Database, Parameter, Query, Row } from './database.ts';
import { stateOf } from './errors.ts';

/** Whether a statement failed because another one created the same object concurrently: the retry finds it. */
export function lostCreationRace(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '42P07' || state === '42710') return true;
  if (state === '23505')
    return ['documentdb_api_catalog', 'pg_catalog'].includes((error as { schema?: string }).schema ?? '');
  return state === 'XX000' && /concurrently (updated|deleted)/.test((error as Error).message);
}

/**
 * Runs DDL one at a time: several services that start together create the same collections and indexes, and PostgreSQL
 * would deadlock.
 */
export class Ddl {
  readonly #database: Database;
  #last: Promise<unknown> = Promise.resolve();
  /** Collections known to exist, so that a transaction need not check. */
  readonly #known = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async run<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const result = this.#last.then(() =>
      this.#database.retry(() => this.#database.use(work), { when: lostCreationRace }),
    );
    this.#last = result.catch(() => {});
    return await result;
  }

  async query(sql: string, parameters: Parameter[]): Promise<Row[]> {
    return await this.run((query) => query(sql, parameters));
  }

  /**
   * Creates a collection outside any transaction, because inside one it would lock out all other clients; and outside
   * the queue, where an index build may be waiting for that transaction to end.
   */
  async ensureCollection(db: string, collection: string): Promise<void> {
    const key = `${db}.${collection}`;
    if (this.#known.has(key)) return;
    const sql = 'SELECT documentdb_api.create_collection($1, $2)';
    await this.#database.query(sql, [db, collection], { when: lostCreationRace });
    this.#known.add(key);
  }

  /** To be called after a collection was dropped or renamed. */
  forget(): void {
    this.#known.clear();
  }
}
