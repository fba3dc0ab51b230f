// The resources that a file may take. Every loop over the content of a file spends from one budget, so that no claim
// inside the file (lengths, counts, offsets, ratios) decides how much time or memory a check takes.
import type { ReasonCode } from '@sello/contracts/verdict-reasons';

/** Why reading stopped. It is caught inside this package, where the verdict is made. */
export class PdfFault extends Error {
  readonly code: ReasonCode;

  constructor(code: ReasonCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export interface ReadingLimits {
  /** Size of the file, bytes. */
  maxBytes: number;
  /** Entries in all cross-reference sections together. */
  maxObjects: number;
  /** Nesting depth of arrays and dictionaries, and of fields. */
  maxDepth: number;
}

export const defaultLimits: ReadingLimits = { maxBytes: 48 * 1024 * 1024, maxObjects: 200_000, maxDepth: 64 };

/** Values in all objects together; a certificate has a few thousand. */
const MAX_VALUES = 4_000_000;
/** Values in one object, which are in memory at the same time. */
const MAX_VALUES_AT_ONCE = 250_000;
/** Decompressed data in total, bytes. Only cross-reference and object streams are decompressed. */
const MAX_INFLATED = 24 * 1024 * 1024;

/** Bytes parsed as objects, in addition to twice the file's size: objects at the same offset are parsed each time. */
const MAX_SCANNED_BEYOND = 64 * 1024 * 1024;

/** Bytes hashed for signatures, in addition to twice the file's size: an honest signature hashes the file once. */
const MAX_HASHED_BEYOND = 64 * 1024 * 1024;

export class Budget {
  readonly limits: ReadingLimits;
  readonly #maxScanned: number;
  readonly #maxHashed: number;
  #scanned = 0;
  #hashed = 0;
  #values = 0;
  #valuesAtOnce = 0;
  #inflated = 0;
  #objects = 0;

  constructor(limits: ReadingLimits, fileSize: number) {
    this.limits = limits;
    this.#maxScanned = 2 * fileSize + MAX_SCANNED_BEYOND;
    this.#maxHashed = 2 * fileSize + MAX_HASHED_BEYOND;
  }

  beginObject(): void {
    this.#valuesAtOnce = 0;
  }

  spendValue(): void {
    if (++this.#values > MAX_VALUES) throw new PdfFault('too_complex', 'too many values');
    if (++this.#valuesAtOnce > MAX_VALUES_AT_ONCE)
      throw new PdfFault('too_complex', 'an object of too many values');
  }

  spendScanned(bytes: number): void {
    this.#scanned += bytes;
    if (this.#scanned > this.#maxScanned) throw new PdfFault('too_complex', 'objects that overlap');
  }

  spendHashed(bytes: number): void {
    this.#hashed += bytes;
    if (this.#hashed > this.#maxHashed) throw new PdfFault('too_complex', 'signatures over too many bytes');
  }

  spendObject(): void {
    if (++this.#objects > this.limits.maxObjects) throw new PdfFault('too_complex', 'too many objects');
  }

  get inflatable(): number {
    return MAX_INFLATED - this.#inflated;
  }

  spendInflated(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > MAX_INFLATED) throw new PdfFault('too_complex', 'too much compressed data');
  }

  checkDepth(depth: number): void {
    if (depth > this.limits.maxDepth) throw new PdfFault('too_complex', 'nested too deeply');
  }
}
