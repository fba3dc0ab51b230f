interface Waiting<Seat> {
  run(seat: Seat): Promise<void>;
}

/**
 * Few seats and many clients. A client sits on one seat at a time, and those who wait are served in turn, however much
 * each of them has brought.
 */
export class Turns<Seat> {
  readonly #free: Seat[];
  readonly #busy = new Set<string>();
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting<Seat>[]>();

  constructor(seats: readonly Seat[]) {
    this.#free = [...seats];
  }

  /** Runs `work` on a seat when it is the client's turn; answers what it answers. */
  take<Result>(client: string, work: (seat: Seat) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = (seat: Seat) => work(seat).then(resolve, reject);
      const queue = this.#waiting.get(client);
      if (queue) queue.push({ run });
      else this.#waiting.set(client, [{ run }]);
      this.#serve();
    });
  }

  #serve(): void {
    for (const [client, queue] of this.#waiting) {
      if (this.#busy.has(client)) continue;
      const seat = this.#free.pop();
      if (seat === undefined) return;
      const next = queue.shift();
      this.#waiting.delete(client);
      if (queue.length > 0) this.#waiting.set(client, queue);
      if (!next) continue;
      this.#busy.add(client);
      void next.run(seat).finally(() => {
        this.#busy.delete(client);
        this.#free.push(seat);
        this.#serve();
      });
    }
  }
}
