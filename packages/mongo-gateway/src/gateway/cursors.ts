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
  usedAt: number;
}

/** As MongoDB does: a cursor nobody reads from for ten minutes is closed. */
export const CURSOR_IDLE_MS = 10 * 60_000;
const MAX_CURSORS = 4_000;

/** The open cursors: what PostgreSQL needs to continue each. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  get size(): number {
    return this.#cursors.size;
  }

  add(cursor: Cursor): void {
    if (this.#cursors.size >= MAX_CURSORS) {
      throw new CommandError('ExceededMemoryLimit', `more than ${MAX_CURSORS} cursors are open; close some`);
    }
    this.#cursors.set(cursor.id, cursor);
  }

  /** Takes a cursor out for the length of one read, so that no two reads continue from one place. */
  take(id: string, namespace: string): Cursor {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        'Unauthorized',
        `cursor ${id} belongs to ${cursor.namespace}, not to ${namespace}`,
      );
    }
    this.#cursors.delete(id);
    return cursor;
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
