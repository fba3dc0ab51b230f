interface Waiting<Member> {
  run(member: Member): Promise<void>;
}

/**
 * Few members and many clients. A client has one member at a time, and those who wait are served round robin, however
 * much each of them has brought.
 */
export class FairPool<Member> {
  readonly #free: Member[];
  readonly #busy = new Set<string>();
  /** In the order in which they are served. */
  readonly #waiting = new Map<string, Waiting<Member>[]>();

  constructor(members: readonly Member[]) {
    this.#free = [...members];
  }

  /** Runs `work` on a member when it is the client's turn; answers what it answers. */
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
