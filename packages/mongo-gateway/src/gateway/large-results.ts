import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { Slots } from './slots.ts';

/** Results of at least this size, as PostgreSQL prints them, count as large. */
const LARGE_BYTES = 2 * 1024 * 1024;
/** How many large results may come in at once: on their way to an answer each takes several times its size. */
const LARGE_AT_ONCE = 2;

/** How long and how many kinds of reads are remembered for their large results. */
const MEMORY_MS = 60_000;
const MEMORY_SIZE = 1_000;

interface Kind {
  size: 'unknown' | 'small' | 'large';
  at: number;
  slots: Slots;
}

/** What `pg` keeps of its connection beyond what its types tell. */
interface WireClient {
  connection?: { stream: Duplex; on(event: 'readyForQuery', listener: () => void): void };
}

/**
 * A bound on large results in memory: PostgreSQL is read no further once a result has proved large, until one of the
 * places for such is free. Small ones pass at any time.
 */
export class LargeResults {
  readonly #slots = new Slots(LARGE_AT_ONCE);
  readonly #kinds = new Map<string, Kind>();

  /**
   * Runs a read. Until the first result of its kind is known, and while its kind gives large results, only a few of a
   * kind run at once and the others wait before they take a connection: the connections stay free for other kinds.
   * @param kind the same for reads whose results are likely to be of one size
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
      // It may have ended meanwhile: what was already read was the rest of it.
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
