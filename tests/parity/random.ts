/** Numbers that are the same for every run of one seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** With one decimal, both ends included. */
  between(from: number, to: number): number {
    return Math.round((from + this.next() * (to - from)) * 10) / 10;
  }

  whole(from: number, to: number): number {
    return Math.floor(from + this.next() * (to - from + 1));
  }

  pick<T>(of: readonly T[]): T {
    return of[this.whole(0, of.length - 1)] as T;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}
