import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, MongoClient } from 'mongodb';

/** What the clients of one load were told, held against what is there afterwards. */
export interface Tally {
  /** Writes whose success the clients were told of. */
  acknowledged: number;
  /** Writes that failed or whose outcome the clients never learned. */
  unknown: number;
  /** What was acknowledged and is not there. */
  lost: number;
  /** What is there more often than it was sent. */
  doubled: number;
}

/** One kind of writes, sent by several clients without pause. */
export interface Load {
  readonly name: string;
  prepare(): Promise<void>;
  /** The `turn`th write of a writer; throws when its outcome is not known. */
  write(writer: number, turn: number): Promise<void>;
  /** Compares what was acknowledged with what is there; the writers have stopped. */
  count(): Promise<Omit<Tally, 'unknown'>>;
}

export interface RoundContext {
  client: MongoClient;
  /** Name for the collections of one round. */
  round: string;
  writers: number;
}

export function collectionOf<T extends object>({ client, round }: RoundContext, name: string): Collection<T> {
  return client.db('kill').collection<T>(`${round}_${name}`);
}

/** How often each of several counters was increased, as far as the clients know. */
export class Increments {
  readonly #sent = new Map<string, { acknowledged: number; unknown: number }>();

  /** Notes the outcome of `work`, which increases each of the counters once. */
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

  /** @param there what each counter shows */
  compare(there: ReadonlyMap<string, number>): Omit<Tally, 'unknown'> {
    const tally = { acknowledged: 0, lost: 0, doubled: 0 };
    for (const counter of new Set([...this.#sent.keys(), ...there.keys()])) {
      const { acknowledged, unknown } = this.#sent.get(counter) ?? { acknowledged: 0, unknown: 0 };
      const n = there.get(counter) ?? 0;
      tally.acknowledged += acknowledged;
      tally.lost += Math.max(0, acknowledged - n);
      tally.doubled += Math.max(0, n - acknowledged - unknown);
    }
    return tally;
  }
}

/** Runs loads at once, and knows how long none of their writers was told of a success. */
export class Running {
  readonly #loads: Load[];
  readonly #writers: number;
  readonly #unknown = new Map<Load, number>();
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
      } catch {
        this.#unknown.set(load, (this.#unknown.get(load) ?? 0) + 1);
        await pause(20);
      }
    }
  }

  /** Waits for a success later than now. */
  async succeedsAgain(timeoutMs: number): Promise<void> {
    const since = Date.now() + 50;
    while (this.#lastSuccess < since) {
      if (Date.now() - since > timeoutMs) throw new Error('the clients did not reconnect by themselves');
      await pause(20);
    }
  }

  /** Lets every writer finish the write it is at. */
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
