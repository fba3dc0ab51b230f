import { UnreadableImage } from '../../pdf/images/image.ts';
import { type PngHead, pngPasses } from '../../pdf/images/png-file.ts';
import { rowBytes } from '../../pdf/images/raster.ts';
import { unfilter } from './filter.ts';
import { Inflated } from './inflated.ts';

/** The rows of one pass; a PNG that is not interlaced is one pass. */
class Pass {
  readonly #inflated: Inflated;
  readonly #length: number;
  readonly #step: number;
  #row: Buffer;
  #above: Buffer;

  constructor(data: Buffer, width: number, { components, bits }: PngHead) {
    this.#inflated = new Inflated(data);
    this.#length = rowBytes({ width, components, bits });
    this.#step = Math.max(1, (components * bits) >> 3);
    this.#row = Buffer.alloc(this.#length);
    this.#above = Buffer.alloc(this.#length);
  }

  skip(bytes: number): Promise<void> {
    return this.#inflated.skip(bytes);
  }

  /** The next row as it is stored, with its filter; overwritten by the next call. */
  stored(): Buffer | Promise<Buffer> {
    return this.#inflated.take(this.#length + 1) ?? this.#inflated.read(this.#length + 1);
  }

  /** The samples of a row that `stored` returned; overwritten by the call after the next. */
  samplesOf(stored: Buffer): Buffer {
    const row = this.#above;
    this.#above = this.#row;
    this.#row = row;
    row.set(stored.subarray(1));
    unfilter(stored[0] as number, row, this.#above, this.#step);
    return row;
  }

  close(): void {
    this.#inflated.close();
  }
}

type TakeRow = (row: Buffer) => void;

/** Calls `take` with each row as it is stored: a byte for its filter, then the filtered samples. Throws UnreadableImage. */
export async function forEachStoredRow(head: PngHead, take: TakeRow): Promise<void> {
  const pass = new Pass(head.data, head.width, head);
  try {
    for (let y = 0; y < head.height; y += 1) {
      const next = pass.stored();
      const row = next instanceof Promise ? await next : next;
      if ((row[0] as number) > 4) throw new UnreadableImage('damaged');
      take(row);
    }
  } finally {
    pass.close();
  }
}

/** Calls `take` with the samples of each row, whose bytes are overwritten afterwards. Throws UnreadableImage. */
export async function forEachRow(head: PngHead, take: TakeRow): Promise<void> {
  if (head.isInterlaced) return forEachInterlacedRow(head, take);
  const pass = new Pass(head.data, head.width, head);
  try {
    for (let y = 0; y < head.height; y += 1) {
      const next = pass.stored();
      take(pass.samplesOf(next instanceof Promise ? await next : next));
    }
  } finally {
    pass.close();
  }
}

/**
 * The seven passes (Adam7, ISO/IEC 15948, 8.2) lie one after the other in the compressed data. Each is decompressed by itself
 * from the start, beside the others: together that is twice the data, and the picture is never held.
 */
async function forEachInterlacedRow(head: PngHead, take: TakeRow): Promise<void> {
  const { width, height, components, bits } = head;
  const pixelBits = components * bits;
  const row = Buffer.alloc(rowBytes(head));
  const passes: { left: number; top: number; across: number; down: number; columns: number; pass: Pass }[] =
    [];
  try {
    let before = 0;
    for (const [left, top, across, down] of pngPasses) {
      const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
      if (columns <= 0 || lines <= 0) continue;
      const pass = new Pass(head.data, columns, head);
      passes.push({ left, top, across, down, columns, pass });
      await pass.skip(before);
      before += (rowBytes({ width: columns, components, bits }) + 1) * lines;
    }
    for (let y = 0; y < height; y += 1) {
      if (bits < 8) row.fill(0);
      for (const { left, top, across, down, columns, pass } of passes) {
        if (y < top || (y - top) % down !== 0) continue;
        const next = pass.stored();
        const samples = pass.samplesOf(next instanceof Promise ? await next : next);
        if (pixelBits >= 8) spreadBytes(samples, row, columns, pixelBits >> 3, left, across);
        else spreadBits(samples, row, columns, pixelBits, left, across);
      }
      take(row);
    }
  } finally {
    for (const { pass } of passes) pass.close();
  }
}

function spreadBytes(
  samples: Buffer,
  row: Buffer,
  columns: number,
  size: number,
  left: number,
  across: number,
): void {
  for (let x = 0, from = 0; x < columns; x += 1) {
    const to = (left + x * across) * size;
    for (let byte = 0; byte < size; byte += 1, from += 1) row[to + byte] = samples[from] as number;
  }
}

function spreadBits(
  samples: Buffer,
  row: Buffer,
  columns: number,
  bits: number,
  left: number,
  across: number,
): void {
  for (let x = 0; x < columns; x += 1) {
    const [from, to] = [x * bits, (left + x * across) * bits];
    const value = ((samples[from >> 3] as number) >> (8 - bits - (from & 7))) & ((1 << bits) - 1);
    row[to >> 3] = (row[to >> 3] as number) | (value << (8 - bits - (to & 7)));
  }
}
