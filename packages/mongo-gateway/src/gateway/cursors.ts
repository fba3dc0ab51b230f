import { CommandError } from './errors.ts';

export interface Cursor {
  id: string;
  database: string;
  /** `database.collection`; every getMore must name the same. */
  namespace: string;
  continuation: Buffer;
  /** The session's id in hexadecimal; null outside sessions. */
  session: string | null;
  /** Whether it was opened inside a transaction, with which it ends. */
  transaction: boolean;
  /** The connection that opened it; the limit is per connection. */
  connectionId: number;
  usedAt: number;
}

/** As in MongoDB, a cursor that is not read for ten minutes is closed. */
const CURSOR_IDLE_MS = 10 * 60_000;
const MAX_CURSORS = 4_000;
const MAX_CURSORS_OF_ONE = 1_000;

/** The open cursors, with the continuation that PostgreSQL needs for each. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();
  /** Cursors that a getMore is currently reading. */
  readonly #reading = new Set<string>();
  readonly #evicted: (ids: string[]) => void;
  readonly #max: number;
  readonly #maxOfOne: number;

  /** @param evicted called with the ids of cursors that were evicted for another connection */
  constructor(evicted: (ids: string[]) => void = () => {}, max = MAX_CURSORS, maxOfOne = MAX_CURSORS_OF_ONE) {
    this.#evicted = evicted;
    this.#max = max;
    this.#maxOfOne = maxOfOne;
  }

  get size(): number {
    return this.#cursors.size;
  }

  /**
   * Registers a new cursor. The number per connection is limited. At the total limit the connection with the most
   * cursors loses its oldest one, so that no client is refused because of another.
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
    const [largest] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
    const theirs = [...this.#cursors.values()].filter(
      (cursor) => cursor.connectionId === largest && !this.#reading.has(cursor.id),
    );
    if (theirs.length === 0) return;
    const oldest = theirs.reduce((first, cursor) => (cursor.usedAt < first.usedAt ? cursor : first));
    this.#cursors.delete(oldest.id);
    this.#evicted([oldest.id]);
  }

  /**
   * Reserves a cursor for one read, so that no two reads continue from the same position.
   * @throws CommandError when it does not exist, belongs to another session or namespace or is being read; it stays
   * unchanged
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

  /** After a failed read: the cursor keeps its position. */
  putBack(id: string): void {
    this.#reading.delete(id);
  }

  /** After a read: stores the next position, or removes the cursor when `continuation` is null. */
  advance(id: string, continuation: Buffer | null): void {
    this.#reading.delete(id);
    const cursor = this.#cursors.get(id);
    // It was closed during the read and stays closed.
    if (!cursor) return;
    if (continuation) this.#cursors.set(id, { ...cursor, continuation, usedAt: Date.now() });
    else this.#cursors.delete(id);
  }

  /** Removes cursors; returns those that existed. */
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
