import type { ErrorCode } from '@sello/contracts';
import { AppError } from '../app-error.ts';

export interface FairPoolOptions {
  /** The most tasks that run or wait. Default: no limit. */
  maxPending?: number;
  /** The error of a task beyond them. Default: `rate_limited`. */
  whenFull?: ErrorCode;
}

/** Seconds after which a caller who was refused may try again. */
const retryAfter = 10;

/**
 * A pool of members, such as threads, for many clients. A client gets one member at a time, and waiting clients are
 * served round robin, however many tasks each of them has queued.
 */
export class FairPool<Member> {
  readonly #free: Member[];
  readonly #options: FairPoolOptions;
  readonly #busy = new Set<string>();
  /** Tasks by client; the order of the clients is the order of service. */
  readonly #waiting = new Map<string, ((member: Member) => Promise<void>)[]>();
  #pending = 0;

  constructor(members: readonly Member[], options: FairPoolOptions = {}) {
    this.#free = [...members];
    this.#options = options;
  }

  /**
   * Runs `work` on a member as soon as one is free for the client, and returns its result. Throws AppError `whenFull`
   * {retryAfter} while too many tasks are pending.
   */
  async take<Result>(client: string, work: (member: Member) => Promise<Result>): Promise<Result> {
    const { maxPending = Number.POSITIVE_INFINITY, whenFull = 'rate_limited' } = this.#options;
    if (this.#pending >= maxPending) throw new AppError(whenFull, { details: { retryAfter } });
    this.#pending++;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const run = (member: Member) => work(member).then(resolve, reject);
        const queue = this.#waiting.get(client);
        if (queue) queue.push(run);
        else this.#waiting.set(client, [run]);
        this.#serve();
      });
    } finally {
      this.#pending--;
    }
  }

  #serve(): void {
    for (const [client, queue] of this.#waiting) {
      if (this.#busy.has(client)) continue;
      const member = this.#free.pop();
      if (member === undefined) return;
      const run = queue.shift()!;
      this.#waiting.delete(client);
      if (queue.length > 0) this.#waiting.set(client, queue);
      this.#busy.add(client);
      void run(member).finally(() => {
        this.#busy.delete(client);
        this.#free.push(member);
        this.#serve();
      });
    }
  }
}
