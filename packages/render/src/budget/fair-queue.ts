interface Waiting {
  run: () => Promise<void>;
}

/** One at a time; owners take turns, however much one of them has waiting. */
export class FairQueue {
  // A Map keeps the order of insertion: whoever had a turn goes to the end.
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  take<Result>(owner: string, run: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(owner) ?? [];
      own.push({ run: () => run().then(resolve, reject) });
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
      const waiting = own.shift()!;
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      await waiting.run();
    }
    this.#isBusy = false;
  }
}
