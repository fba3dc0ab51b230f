// Stream filters (ISO 32000-1, 7.4), limited by a budget. Filters of images stay for viewers to decode.
import { constants, createInflate, inflateSync } from 'node:zlib';
import { type Budget, PdfFault, tooMuchData } from './budget.ts';
import { PdfDict, PdfName, type PdfStream, type PdfValue } from './values.ts';

/** A filter that is left on a stream, because it is decoded to pixels. */
export interface ImageFilter {
  name: 'DCTDecode' | 'JPXDecode' | 'CCITTFaxDecode' | 'JBIG2Decode' | 'FlateDecode';
  parameters: PdfDict | null;
}

const names: Readonly<Record<string, string>> = {
  ...{ A85: 'ASCII85Decode', AHx: 'ASCIIHexDecode', CCF: 'CCITTFaxDecode', DCT: 'DCTDecode' },
  ...{ Fl: 'FlateDecode', LZW: 'LZWDecode', RL: 'RunLengthDecode' },
};
const imageFilters: ReadonlySet<string> = new Set([
  'DCTDecode',
  'JPXDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
]);
const maxFilters = 8;

type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

function filtersOf(dict: PdfDict, resolve: Resolve): { name: string; parameters: PdfDict | null }[] {
  const list = (value: PdfValue | undefined): (PdfValue | undefined)[] => {
    const resolved = resolve(value);
    if (resolved === undefined || resolved === null) return [];
    return Array.isArray(resolved) ? resolved.map(resolve) : [resolved];
  };
  const filters = list(dict.get('Filter') ?? dict.get('F'));
  const parameters = list(dict.get('DecodeParms') ?? dict.get('DP'));
  if (filters.length > maxFilters) throw new PdfFault('complex', 'pdf_filters');
  return filters.map((filter, index) => {
    const given = parameters[index];
    const name = filter instanceof PdfName ? filter.text : '';
    return { name: names[name] ?? name, parameters: given instanceof PdfDict ? given : null };
  });
}

/** Decodes a stream completely. Throws PdfFault for image filters and damaged data. */
export function decoded({ dict, raw }: PdfStream, budget: Budget, resolve: Resolve = plain): Buffer {
  let data = bufferOf(raw);
  for (const filter of filtersOf(dict, resolve)) data = decode(data, filter, budget);
  return data;
}

/**
 * Decodes the filters of an image up to the one that viewers decode to pixels. The last Flate filter is left as well:
 * its data is counted by `inflatedSize`, not kept.
 */
export function imageData(
  { dict, raw }: PdfStream,
  budget: Budget,
  resolve: Resolve,
): { data: Buffer; filter: ImageFilter | null } {
  let data = bufferOf(raw);
  const filters = filtersOf(dict, resolve);
  for (const [index, filter] of filters.entries()) {
    const isLast = index === filters.length - 1;
    if (imageFilters.has(filter.name) || (isLast && filter.name === 'FlateDecode')) {
      if (!isLast) throw new PdfFault('unreadable', 'pdf_filter');
      return { data, filter: filter as ImageFilter };
    }
    data = decode(data, filter, budget);
  }
  return { data, filter: null };
}

const plain: Resolve = (value) => value;
const bufferOf = (raw: Uint8Array): Buffer => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

function decode(
  data: Buffer,
  { name, parameters }: { name: string; parameters: PdfDict | null },
  budget: Budget,
): Buffer {
  if (name === 'FlateDecode') return unpredict(inflate(data, budget), parameters, budget);
  if (name === 'LZWDecode') {
    const isEarly = parameters?.get('EarlyChange') !== 0;
    return unpredict(unpackLzw(data, isEarly, budget), parameters, budget);
  }
  if (name === 'ASCII85Decode') return unpackAscii85(data, budget);
  if (name === 'ASCIIHexDecode') return unpackHex(data, budget);
  if (name === 'RunLengthDecode') return unpackRuns(data, budget);
  if (name === 'Crypt') return data;
  throw new PdfFault('unreadable', 'pdf_filter');
}

/** Inflates as much as can be read, which is what viewers show of damaged data. */
function inflate(raw: Buffer, budget: Budget): Buffer {
  const options = { maxOutputLength: budget.inflatable, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    const data = inflateSync(raw, options);
    budget.spendInflated(data.length);
    return data;
  } catch (error) {
    if (error instanceof RangeError) throw tooMuchData();
    throw new PdfFault('unreadable', 'damaged');
  }
}

/**
 * Inflates and counts, without keeping the data: how many bytes the data has, at most one more than `max`, and how many
 * bytes of `raw` they took. Damaged data is undefined.
 */
export function inflatedSize(raw: Buffer, max: number): Promise<{ size: number; taken: number } | undefined> {
  return new Promise((resolve) => {
    const stream = createInflate({ chunkSize: 64 * 1024 });
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= max) return;
      stream.destroy();
      resolve({ size: max + 1, taken: raw.length });
    });
    stream.on('end', () => resolve({ size, taken: stream.bytesWritten }));
    stream.on('error', () => resolve(undefined));
    stream.end(raw);
  });
}

function unpredict(data: Buffer, parameters: PdfDict | null, budget: Budget): Buffer {
  const setting = (key: string, byDefault: number, max: number): number => {
    const value = parameters?.get(key) ?? byDefault;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
    throw new PdfFault('unreadable', 'damaged');
  };
  const predictor = setting('Predictor', 1, 15);
  if (predictor === 1) return data;
  const bits = setting('Colors', 1, 32) * setting('BitsPerComponent', 8, 16);
  const width = Math.ceil((setting('Columns', 1, 1_000_000) * bits) / 8);
  const step = Math.max(1, bits >> 3);
  budget.spendInflated(data.length);
  return predictor === 2 ? undifference(data, width, step, bits) : unfilter(data, width, step);
}

/** Reverses the TIFF predictor for components of 8 bits; others are rare outside images. */
function undifference(data: Buffer, width: number, step: number, bits: number): Buffer {
  if (bits % 8 !== 0) throw new PdfFault('unreadable', 'pdf_filter');
  const out = Buffer.from(data);
  for (let row = 0; row < out.length; row += width) {
    const end = Math.min(row + width, out.length);
    for (let at = row + step; at < end; at += 1) out[at] = (out[at]! + out[at - step]!) & 0xff;
  }
  return out;
}

/** Reverses the PNG filters row by row (PNG, 9.2). */
function unfilter(data: Buffer, width: number, step: number): Buffer {
  const rows = Math.ceil(data.length / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1);
    const filter = data[from];
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const left = column >= step ? out[at - step]! : 0;
      const above = row > 0 ? out[at - width]! : 0;
      const corner = row > 0 && column >= step ? out[at - width - step]! : 0;
      out[at] = ((data[from + 1 + column] ?? 0) + predicted(filter, left, above, corner)) & 0xff;
    }
  }
  return out;
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + above - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Collects bytes within the budget. */
class Output {
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;
  readonly #budget: Budget;
  constructor(budget: Budget) {
    this.#budget = budget;
  }
  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      this.#budget.spendInflated(this.#length);
      const larger = Buffer.allocUnsafe(this.#length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

function unpackHex(data: Buffer, budget: Budget): Buffer {
  budget.spendInflated(data.length);
  const end = data.indexOf(0x3e);
  const digits = data.toString('latin1', 0, end < 0 ? data.length : end).replace(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function unpackAscii85(data: Buffer, budget: Budget): Buffer {
  const out = new Output(budget);
  let group: number[] = [];
  const flush = (count: number) => {
    let value = 0;
    for (let index = 0; index < 5; index += 1) value = value * 85 + (group[index] ?? 84);
    for (let index = 0; index < count; index += 1) out.push(Math.floor(value / 256 ** (3 - index)) & 0xff);
    group = [];
  };
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) for (let index = 0; index < 4; index += 1) out.push(0);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) flush(4);
  }
  if (group.length > 1) flush(group.length - 1);
  return out.finish();
}

function unpackRuns(data: Buffer, budget: Budget): Buffer {
  const out = new Output(budget);
  for (let at = 0; at < data.length; ) {
    const length = data[at++]!;
    if (length === 128) break;
    if (length < 128) {
      for (let index = 0; index <= length && at < data.length; index += 1) out.push(data[at++]!);
    } else {
      for (let index = 0; index < 257 - length; index += 1) out.push(data[at] ?? 0);
      at += 1;
    }
  }
  return out.finish();
}

/** LZW with codes of 9 to 12 bits (7.4.4). */
function unpackLzw(data: Buffer, isEarly: boolean, budget: Budget): Buffer {
  const out = new Output(budget);
  const [clear, end] = [256, 257];
  let table: Buffer[] = [];
  const reset = () => {
    table = Array.from({ length: 258 }, (_, code) => Buffer.from(code < 256 ? [code] : []));
  };
  reset();
  let [buffered, bits, width] = [0, 0, 9];
  let previous: Buffer | null = null;
  for (const byte of data) {
    buffered = ((buffered << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const value: number = (buffered >> bits) & ((1 << width) - 1);
    if (value === end) break;
    if (value === clear) {
      reset();
      [width, previous] = [9, null];
      continue;
    }
    const known: Buffer | undefined = table[value];
    const entry: Buffer | null = known ?? (previous && Buffer.concat([previous, previous.subarray(0, 1)]));
    if (!entry) throw new PdfFault('unreadable', 'damaged');
    for (const each of entry) out.push(each);
    if (previous && table.length < 4_096) table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
    previous = entry;
    const next = table.length + (isEarly ? 1 : 0);
    width = next >= 2_048 ? 12 : next >= 1_024 ? 11 : next >= 512 ? 10 : 9;
  }
  return out.finish();
}
