/** Runs one task at a time, round-robin between owners, however many tasks one of them has queued. */
export class FairQueue {
  // A Map iterates in insertion order: an owner whose task runs is inserted again at the end.
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #isBusy = false;

  /** Queues a task and settles with its result. */
  run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(owner) ?? [];
      own.push(() => task().then(resolve, reject));
      this.#waiting.set(owner, own);
      if (!this.#isBusy) void this.#next();
    });
  }

  async #next(): Promise<void> {
    this.#isBusy = true;
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined) break;
      const [owner, own] = first;
      const task = own.shift()!;
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      await task();
    }
    this.#isBusy = false;
  }
}
