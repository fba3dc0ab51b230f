import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, MongoClient } from 'mongodb';

/** The acknowledged writes of one load, compared with what is stored afterwards. */
export interface Tally {
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** Writes that failed or whose outcome is unknown to the client. */
  unknown: number;
  /** Acknowledged writes that are not stored. */
  lost: number;
  /** Writes that are stored more often than they were sent. */
  doubled: number;
}

/** One kind of write, sent continuously by several clients. */
export interface Load {
  readonly name: string;
  prepare(): Promise<void>;
  /** The `turn`th write of a writer; throws when its outcome is unknown. */
  write(writer: number, turn: number): Promise<void>;
  /** Compares the acknowledged writes with the stored ones, after the writers have stopped. */
  count(): Promise<Omit<Tally, 'unknown'>>;
}

export interface RoundContext {
  client: MongoClient;
  /** Prefix of the collections of one round. */
  round: string;
  writers: number;
}

export function collectionOf<T extends object>({ client, round }: RoundContext, name: string): Collection<T> {
  return client.db('kill').collection<T>(`${round}_${name}`);
}

/** How often each counter was incremented, as far as the clients know. */
export class Increments {
  readonly #sent = new Map<string, { acknowledged: number; unknown: number }>();

  /** Records the outcome of `work`, which increments each of the counters once. */
  async during(counters: string[], work: () => Promise<unknown>): Promise<void> {
    let outcome: 'acknowledged' | 'unknown' = 'unknown';
    try {
      await work();
      outcome = 'acknowledged';
    } finally {
      for (const counter of counters) {
        const sent = this.#sent.get(counter) ?? { acknowledged: 0, unknown: 0 };
        sent[outcome]++;
        this.#sent.set(counter, sent);
      }
    }
  }

  /** @param stored the value of each counter */
  compare(stored: ReadonlyMap<string, number>): Omit<Tally, 'unknown'> {
    const tally = { acknowledged: 0, lost: 0, doubled: 0 };
    for (const counter of new Set([...this.#sent.keys(), ...stored.keys()])) {
      const { acknowledged, unknown } = this.#sent.get(counter) ?? { acknowledged: 0, unknown: 0 };
      const n = stored.get(counter) ?? 0;
      tally.acknowledged += acknowledged;
      tally.lost += Math.max(0, acknowledged - n);
      tally.doubled += Math.max(0, n - acknowledged - unknown);
    }
    return tally;
  }
}

/** Runs loads concurrently and measures how long no writer succeeded. */
export class Running {
  readonly #loads: Load[];
  readonly #writers: number;
  readonly #unknown = new Map<Load, number>();
  readonly #successes = new Map<Load, number>();
  #lastSuccess = Date.now();
  #outageMs = 0;
  #running: Promise<void>[] = [];
  #isStopped = false;

  constructor(loads: Load[], writers: number) {
    this.#loads = loads;
    this.#writers = writers;
  }

  async start(): Promise<void> {
    for (const load of this.#loads) await load.prepare();
    this.#lastSuccess = Date.now();
    for (const load of this.#loads)
      for (let writer = 0; writer < this.#writers; writer++) this.#running.push(this.#write(load, writer));
  }

  async #write(load: Load, writer: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      try {
        await load.write(writer, turn);
        this.#outageMs = Math.max(this.#outageMs, Date.now() - this.#lastSuccess);
        this.#lastSuccess = Date.now();
        this.#successes.set(load, this.#lastSuccess);
      } catch {
        this.#unknown.set(load, (this.#unknown.get(load) ?? 0) + 1);
        await pause(20);
      }
    }
  }

  /** Waits for the next successful write of each load. */
  async succeeds(timeoutMs: number): Promise<void> {
    const since = Date.now() + 50;
    const isWaiting = (load: Load): boolean => (this.#successes.get(load) ?? 0) < since;
    while (this.#loads.some(isWaiting)) {
      if (Date.now() - since > timeoutMs) {
        const names = this.#loads.filter(isWaiting).map(({ name }) => name);
        throw new Error(`no write of ${names.join(', ')} succeeded for ${timeoutMs} ms`);
      }
      await pause(20);
    }
  }

  /** Lets every writer finish its current write. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async count(): Promise<{ outageMs: number; loads: Record<string, Tally> }> {
    const loads: Record<string, Tally> = {};
    for (const load of this.#loads) {
      loads[load.name] = { ...(await load.count()), unknown: this.#unknown.get(load) ?? 0 };
    }
    return { outageMs: this.#outageMs, loads };
  }
}
