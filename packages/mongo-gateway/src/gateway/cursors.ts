import { CommandError } from './errors.ts';

export interface Cursor {
  id: string;
  database: string;
  /** `database.collection`, to which every getMore must name the same. */
  namespace: string;
  continuation: Buffer;
  /** Session it belongs to, by the hexadecimal form of its id; null outside sessions. */
  session: string | null;
  /** Whether it was opened inside a transaction and lives and dies with it. */
  transaction: boolean;
  /** The connection that opened it, whose cursors are counted together. */
  connectionId: number;
  usedAt: number;
}

/** As MongoDB does: a cursor nobody reads from for ten minutes is closed. */
const CURSOR_IDLE_MS = 10 * 60_000;
const MAX_CURSORS = 4_000;
const MAX_CURSORS_OF_ONE = 1_000;

/** The open cursors: what PostgreSQL needs to continue each. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();
  /** Those a getMore is reading from just now. */
  readonly #reading = new Set<string>();
  readonly #evicted: (ids: string[]) => void;
  readonly #max: number;
  readonly #maxOfOne: number;

  /** @param evicted is told of cursors that were closed to make room for another client's */
  constructor(evicted: (ids: string[]) => void = () => {}, max = MAX_CURSORS, maxOfOne = MAX_CURSORS_OF_ONE) {
    this.#evicted = evicted;
    this.#max = max;
    this.#maxOfOne = maxOfOne;
  }

  get size(): number {
    return this.#cursors.size;
  }

  /**
   * Keeps a new cursor. One connection has so many and no more; when all together are too many, the one who has most
   * gives up its oldest, so that nobody is refused for another's greed.
   */
  add(cursor: Cursor): void {
    const counts = this.#counts();
    if ((counts.get(cursor.connectionId) ?? 0) >= this.#maxOfOne) {
      const message = `more than ${this.#maxOfOne} cursors of this connection are open; close some`;
      throw new CommandError('ExceededMemoryLimit', message);
    }
    if (this.#cursors.size >= this.#max) this.#evictOldest(counts);
    this.#cursors.set(cursor.id, cursor);
  }

  #counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { connectionId } of this.#cursors.values()) {
      counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1);
    }
    return counts;
  }

  #evictOldest(counts: Map<number, number>): void {
    const [greediest] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
    const theirs = [...this.#cursors.values()].filter(
      (cursor) => cursor.connectionId === greediest && !this.#reading.has(cursor.id),
    );
    if (theirs.length === 0) return;
    const oldest = theirs.reduce((first, cursor) => (cursor.usedAt < first.usedAt ? cursor : first));
    this.#cursors.delete(oldest.id);
    this.#evicted([oldest.id]);
  }

  /**
   * Reserves a cursor for the length of one read, so that no two reads continue from one place.
   * @throws CommandError when it is not there, belongs elsewhere or is being read from; it stays as it was
   */
  take(id: string, namespace: string, session: string | null): Cursor {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        'Unauthorized',
        `cursor ${id} belongs to ${cursor.namespace}, not to ${namespace}`,
      );
    }
    if (cursor.session !== session) {
      throw new CommandError('Unauthorized', `cursor ${id} belongs to another session`);
    }
    if (this.#reading.has(id)) throw new CommandError('CursorInUse', `cursor id ${id} is already in use`);
    this.#reading.add(id);
    return cursor;
  }

  /** After a read that failed: the cursor stands where it stood. */
  putBack(id: string): void {
    this.#reading.delete(id);
  }

  /** After a read: where the cursor goes on, or null when it has given everything. */
  advance(id: string, continuation: Buffer | null): void {
    this.#reading.delete(id);
    const cursor = this.#cursors.get(id);
    // Closed while it was read from: it stays closed.
    if (!cursor) return;
    if (continuation) this.#cursors.set(id, { ...cursor, continuation, usedAt: Date.now() });
    else this.#cursors.delete(id);
  }

  /** Closes the named cursors; answers which there were. */
  kill(ids: string[]): Cursor[] {
    const killed: Cursor[] = [];
    for (const id of ids) {
      const cursor = this.#cursors.get(id);
      if (cursor && this.#cursors.delete(id)) killed.push(cursor);
    }
    return killed;
  }

  ofSession(session: string, transactionOnly: boolean): string[] {
    const all = [...this.#cursors.values()];
    return all.filter((c) => c.session === session && (!transactionOnly || c.transaction)).map((c) => c.id);
  }

  idle(now: number): string[] {
    return [...this.#cursors.values()].filter((c) => now - c.usedAt > CURSOR_IDLE_MS).map((c) => c.id);
  }
}
