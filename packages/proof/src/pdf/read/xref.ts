// Cross-reference tables and streams (ISO 32000-1, 7.5.4, 7.5.5, 7.5.8), followed backwards through Prev.
import { type Budget, PdfFault } from './budget.ts';
import { Parser } from './parse.ts';
import { decodeStream } from './streams.ts';
import { PdfDict, type PdfValue } from './values.ts';

/** The place of an object: an offset in the file, or an index in an object stream. Free entries are kept as well. */
export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'compressed'; stream: number; index: number };

export interface Xref {
  entries: Map<number, XrefEntry>;
  trailer: PdfDict;
  /** Cross-reference sections that were followed; more than one means incremental updates or linearization. */
  sections: number;
}

const MAX_SECTIONS = 100;

export interface RawStream {
  dict: PdfDict;
  raw: Uint8Array;
}

/** Reads the stream object at an offset. Its Length must be direct, because the cross-reference is not read yet. */
export type ReadStreamAt = (offset: number) => RawStream;

/** Reads all cross-reference sections, beginning at the offset `start`. Throws PdfFault. */
export function readXref(bytes: Uint8Array, start: number, budget: Budget, readStreamAt: ReadStreamAt): Xref {
  const entries = new Map<number, XrefEntry>();
  const seen = new Set<number>();
  const queue = [start];
  let trailer: PdfDict | undefined;
  let sections = 0;
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    if (seen.has(offset)) throw new PdfFault('unreadable', 'cross-reference sections form a loop');
    seen.add(offset);
    if (seen.size > MAX_SECTIONS) throw new PdfFault('too_complex', 'too many cross-reference sections');
    if (offset >= bytes.length)
      throw new PdfFault('unreadable', 'a cross-reference section is outside the file');
    const dict = readSection(bytes, offset, entries, budget, readStreamAt);
    sections++;
    trailer ??= dict;
    // A hybrid-reference file has a second section beside the table, which takes precedence over the previous revision.
    queue.push(...offsetsIn(dict, 'XRefStm'), ...offsetsIn(dict, 'Prev'));
  }
  if (!trailer) throw new PdfFault('unreadable', 'no trailer');
  return { entries, trailer, sections };
}

function offsetsIn(dict: PdfDict, key: string): number[] {
  const value = dict.get(key);
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new PdfFault('unreadable', `${key} is malformed`);
  }
  return [value];
}

function readSection(
  bytes: Uint8Array,
  offset: number,
  entries: Map<number, XrefEntry>,
  budget: Budget,
  readStreamAt: ReadStreamAt,
): PdfDict {
  const parser = new Parser(bytes, budget, offset);
  budget.beginObject();
  if (!parser.takeKeyword('xref')) {
    const stream = readStreamAt(offset);
    readXrefStream(stream, entries, budget);
    return stream.dict;
  }
  readTable(parser, entries, budget);
  budget.beginObject();
  const trailer = parser.value();
  if (!(trailer instanceof PdfDict)) throw new PdfFault('unreadable', 'the trailer is malformed');
  return trailer;
}

function readTable(parser: Parser, entries: Map<number, XrefEntry>, budget: Budget): void {
  while (!parser.takeKeyword('trailer')) {
    const first = parser.takeInteger();
    const count = parser.takeInteger();
    if (first === undefined || count === undefined) throw malformed();
    for (let index = 0; index < count; index++) {
      const offset = parser.takeInteger();
      const generation = parser.takeInteger();
      const inUse = parser.takeKeyword('n');
      if (offset === undefined || generation === undefined || (!inUse && !parser.takeKeyword('f'))) {
        throw malformed();
      }
      add(entries, first + index, inUse ? { kind: 'offset', offset, generation } : { kind: 'free' }, budget);
    }
  }
}

function readXrefStream({ dict, raw }: RawStream, entries: Map<number, XrefEntry>, budget: Budget): void {
  if (dict.name('Type') !== 'XRef') throw malformed();
  const widths = integers(dict.get('W'));
  const size = dict.get('Size');
  const index = dict.has('Index') ? integers(dict.get('Index')) : [0, typeof size === 'number' ? size : -1];
  const [kindWidth = -1, secondWidth = -1, thirdWidth = -1, ...more] = widths;
  const width = kindWidth + secondWidth + thirdWidth;
  if (more.length > 0 || width < 1 || widths.some((w) => w > 8) || index.length % 2 !== 0) throw malformed();
  const data = decodeStream(raw, dict, budget);
  let at = 0;
  const field = (length: number, byDefault: number): number => {
    if (length === 0) return byDefault;
    let value = 0;
    for (let count = 0; count < length; count++) value = value * 256 + (data[at++] ?? 0);
    return value;
  };
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2);
    if (count * width > data.length - at) throw malformed();
    for (let entry = 0; entry < count; entry++) {
      const kind = field(kindWidth, 1);
      const second = field(secondWidth, 0);
      const third = field(thirdWidth, 0);
      add(entries, first + entry, entryOf(kind, second, third), budget);
    }
  }
}

function entryOf(kind: number, second: number, third: number): XrefEntry {
  if (kind === 0) return { kind: 'free' };
  if (kind === 1) return { kind: 'offset', offset: second, generation: third };
  if (kind === 2) return { kind: 'compressed', stream: second, index: third };
  throw malformed();
}

/** The newest section is read first, so an existing entry takes precedence. */
function add(entries: Map<number, XrefEntry>, number: number, entry: XrefEntry, budget: Budget): void {
  budget.spendObject();
  if (!entries.has(number)) entries.set(number, entry);
}

function integers(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value)) throw malformed();
  return value.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0) throw malformed();
    return item;
  });
}

const malformed = (): PdfFault => new PdfFault('unreadable', 'the cross-reference section is malformed');
