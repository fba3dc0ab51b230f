import { createHash } from 'node:crypto';
import type { DigestName } from '../cms/algorithms.ts';
import type { Budget } from './read/budget.ts';

/** The ByteRange of a signature (ISO 32000-1, table 252): offset and length of the two ranges that are signed. */
export type ByteRange = readonly [start: number, before: number, resume: number, after: number];

/** Digests of the bytes that signatures cover. A file may hold many signatures over the same range; it is hashed once. */
export class RangeDigests {
  readonly #bytes: Uint8Array;
  readonly #budget: Budget;
  readonly #known = new Map<string, Buffer>();

  constructor(bytes: Uint8Array, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
  }

  /** Throws PdfFault `too_complex` when the budget for hashing is exceeded. */
  of(digest: DigestName, [start, before, resume, after]: ByteRange): Buffer {
    const name = [digest, start, before, resume, after].join(' ');
    const known = this.#known.get(name);
    if (known) return known;
    const head = this.#bytes.subarray(start, start + before);
    const tail = this.#bytes.subarray(resume, resume + after);
    this.#budget.spendHashed(head.length + tail.length);
    const value = createHash(digest).update(head).update(tail).digest();
    this.#known.set(name, value);
    return value;
  }
}
