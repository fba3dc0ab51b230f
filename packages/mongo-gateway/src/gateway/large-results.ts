import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { Slots } from './slots.ts';

/** Results of at least this size, as printed by PostgreSQL, count as large. */
const LARGE_BYTES = 2 * 1024 * 1024;
/**
 * How many large results may be received concurrently: building a response takes several times the size of its result.
 */
const LARGE_AT_ONCE = 2;

/** How long, and for how many kinds of reads, the size of results is remembered. */
const MEMORY_MS = 60_000;
const MEMORY_SIZE = 1_000;

interface Kind {
  size: 'unknown' | 'small' | 'large';
  at: number;
  slots: Slots;
}

/** The connection of a `pg` client, which its types do not declare. */
interface WireClient {
  connection?: { stream: Duplex; on(event: 'readyForQuery', listener: () => void): void };
}

/**
 * Bounds the memory of large results: once a result has proved large, reading from PostgreSQL pauses until a slot is
 * free. Small results need no slot.
 */
export class LargeResults {
  readonly #slots = new Slots(LARGE_AT_ONCE);
  readonly #kinds = new Map<string, Kind>();

  /**
   * Runs a read. Until the first result of its kind is known, and while its kind gives large results, only a few reads
   * of that kind run concurrently and the others wait before they take a connection, so that connections stay free for
   * other kinds.
   * @param kind a key that is equal for reads whose results probably have a similar size
   */
  async run<T>(kind: string, read: () => Promise<T>, sizeOf: (result: T) => number): Promise<T> {
    const known = this.#kindOf(kind);
    const isSmall = known.size === 'small';
    if (!isSmall) await known.slots.enter();
    try {
      const result = await read();
      if (sizeOf(result) >= LARGE_BYTES) {
        known.size = 'large';
        known.at = Date.now();
      } else if (known.size === 'unknown') known.size = 'small';
      return result;
    } finally {
      if (!isSmall) known.slots.leave();
    }
  }

  #kindOf(kind: string): Kind {
    let known = this.#kinds.get(kind);
    if (!known) {
      known = { size: 'unknown', at: Date.now(), slots: new Slots(LARGE_AT_ONCE) };
      this.#kinds.set(kind, known);
      if (this.#kinds.size > MEMORY_SIZE) this.#kinds.delete(this.#kinds.keys().next().value!);
    }
    if (known.size === 'large' && Date.now() - known.at > MEMORY_MS) known.size = 'unknown';
    return known;
  }

  watch(client: pg.PoolClient): void {
    const { connection } = client as WireClient;
    if (!connection) return;
    const { stream } = connection;
    let received = 0;
    let state: 'small' | 'waiting' | 'large' = 'small';
    const wait = async (): Promise<void> => {
      state = 'waiting';
      stream.pause();
      await this.#slots.enter();
      // The result may have ended while waiting, when the bytes already read were its last.
      if (state === 'waiting') state = 'large';
      else this.#slots.leave();
      stream.resume();
    };
    const ended = (): void => {
      received = 0;
      if (state === 'large') this.#slots.leave();
      state = 'small';
    };
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received >= LARGE_BYTES && state === 'small') void wait();
    });
    connection.on('readyForQuery', ended);
    stream.on('close', ended);
  }
}
