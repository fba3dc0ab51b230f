// The resources that a file may take: no claim inside the file (lengths, counts, offsets, ratios) decides how much time
// or memory reading it takes. The bounds are those of the reader that checks signatures, in packages/proof.

import type { FileFault } from '@sello/contracts';

/** Why a file, or a page of it, is not imported. */
export type FaultKind = 'kind' | 'unreadable' | 'encrypted' | 'complex' | 'detailed';

/** Why reading stopped. A fault that is unreadable or complex has a reason for the person who uploaded the file. */
export class PdfFault extends Error {
  readonly kind: FaultKind;
  readonly reason: FileFault | undefined;
  constructor(kind: 'unreadable' | 'complex', reason: FileFault, cause?: unknown);
  constructor(kind: Exclude<FaultKind, 'unreadable' | 'complex'>);
  constructor(kind: FaultKind, reason?: FileFault, cause?: unknown) {
    super(reason ?? kind, { cause });
    this.kind = kind;
    this.reason = reason;
  }
}

const maxObjects = 200_000;
const maxDepth = 64;
const maxValues = 4_000_000;
/** Values of one object, which are in memory at the same time. */
const maxValuesAtOnce = 250_000;
/** Decompressed bytes of everything but images, in total. */
const maxInflated = 64 * 1024 * 1024;
/** Decompressed samples of images, in total, which are counted and not kept. */
const maxSamples = 512 * 1024 * 1024;
/** Bytes parsed and searched, in addition to four times the size of the file. */
const maxScannedBeyond = 64 * 1024 * 1024;

export class Budget {
  readonly #maxScanned: number;
  #scanned = 0;
  #values = 0;
  #valuesAtOnce = 0;
  #inflated = 0;
  #samples = 0;
  #objects = 0;

  constructor(fileSize: number) {
    this.#maxScanned = 4 * fileSize + maxScannedBeyond;
  }

  beginObject(): void {
    this.#valuesAtOnce = 0;
  }

  spendValue(): void {
    if (++this.#values > maxValues) throw tooComplex('pdf_values');
    if (++this.#valuesAtOnce > maxValuesAtOnce) throw tooComplex('pdf_values');
  }

  spendScanned(bytes: number): void {
    this.#scanned += bytes;
    if (this.#scanned > this.#maxScanned) throw tooComplex('pdf_overlap');
  }

  spendObject(): void {
    if (++this.#objects > maxObjects) throw tooComplex('pdf_objects');
  }

  /** How many bytes may still be decompressed. */
  get inflatable(): number {
    return Math.max(1, maxInflated - this.#inflated);
  }

  spendInflated(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > maxInflated) throw tooMuchData();
  }

  spendSamples(bytes: number): void {
    this.#samples += bytes;
    if (this.#samples > maxSamples) throw tooComplex('pdf_images_large');
  }

  checkDepth(depth: number): void {
    if (depth > maxDepth) throw tooComplex('nested_deeply');
  }
}

export const tooComplex = (reason: FileFault): PdfFault => new PdfFault('complex', reason);
export const tooMuchData = (): PdfFault => tooComplex('pdf_data');
