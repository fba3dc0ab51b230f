interface Waiting<Member> {
  run(member: Member): Promise<void>;
}

/**
 * A pool of members for many clients. A client gets one member at a time, and waiting clients are served round robin,
 * however many tasks each of them has queued.
 */
export class FairPool<Member> {
  readonly #free: Member[];
  readonly #busy = new Set<string>();
  /** Tasks by client; the order of the clients is the order of service. */
  readonly #waiting = new Map<string, Waiting<Member>[]>();

  constructor(members: readonly Member[]) {
    this.#free = [...members];
  }

  /** Runs `work` on a member as soon as one is free for the client, and returns its result. */
  take<Result>(client: string, work: (member: Member) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (member: Member) => work(member).then(resolve, reject);
      const queue = this.#waiting.get(client);
      if (queue) queue.push({ run });
      else this.#waiting.set(client, [{ run }]);
      this.#serve();
    });
  }

  #serve(): void {
    for (const [client, queue] of this.#waiting) {
      if (this.#busy.has(client)) continue;
      const member = this.#free.pop();
      if (member === undefined) return;
      const next = queue.shift();
      this.#waiting.delete(client);
      if (queue.length > 0) this.#waiting.set(client, queue);
      if (!next) continue;
      this.#busy.add(client);
      void next.run(member).finally(() => {
        this.#busy.delete(client);
        this.#free.push(member);
        this.#serve();
      });
    }
  }
}
