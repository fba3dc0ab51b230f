// Cross-reference tables and streams (ISO 32000-1, 7.5.4, 7.5.5, 7.5.8), followed backwards through Prev.
import { type Budget, PdfFault } from './budget.ts';
import { decoded } from './filters.ts';
import { Lexer } from './lexer.ts';
import { PdfDict, PdfStream, type PdfValue } from './values.ts';

/** The place of an object: an offset in the file, or an index in an object stream. */
export type Place = { offset: number } | { stream: number; index: number } | null;

export interface Xref {
  places: Map<number, Place>;
  /** The newest trailer first. */
  trailer: PdfDict;
}

const maxSections = 100;
const malformed = (): PdfFault => new PdfFault('unreadable', 'pdf_structure');

/** Reads all sections, beginning with the newest. `shift` is the number of bytes before the header. Throws PdfFault. */
export function readXref(
  bytes: Buffer,
  shift: number,
  budget: Budget,
  streamAt: (offset: number) => PdfValue,
): Xref {
  const last = bytes.lastIndexOf('startxref');
  const start = last < 0 ? undefined : new Lexer(bytes, budget, last + 9).takeInteger();
  if (start === undefined) throw malformed();
  const places = new Map<number, Place>();
  const trailer = new PdfDict();
  const queue = [start];
  const seen = new Set<number>();
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    if (seen.size > maxSections || offset + shift >= bytes.length) throw malformed();
    const section = readSection(bytes, offset + shift, shift, places, budget, streamAt);
    for (const [key, value] of section.entries) {
      if (!trailer.entries.has(key)) trailer.entries.set(key, value);
    }
    // A hybrid-reference file has a second section beside the table, which precedes that of the previous revision.
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.get(key);
      if (typeof next === 'number' && next >= 0) queue.push(next);
    }
  }
  return { places, trailer };
}

function readSection(
  bytes: Buffer,
  offset: number,
  shift: number,
  places: Map<number, Place>,
  budget: Budget,
  streamAt: (offset: number) => PdfValue,
): PdfDict {
  const lexer = new Lexer(bytes, budget, offset);
  budget.beginObject();
  if (!lexer.takeKeyword('xref')) {
    const stream = streamAt(offset);
    if (!(stream instanceof PdfStream) || stream.dict.name('Type') !== 'XRef') throw malformed();
    readStream(stream, shift, places, budget);
    return stream.dict;
  }
  while (!lexer.takeKeyword('trailer')) {
    const first = lexer.takeInteger();
    const count = lexer.takeInteger();
    if (first === undefined || count === undefined) throw malformed();
    for (let index = 0; index < count; index += 1) {
      const at = lexer.takeInteger();
      const generation = lexer.takeInteger();
      const isUsed = lexer.takeKeyword('n');
      if (at === undefined || generation === undefined || (!isUsed && !lexer.takeKeyword('f')))
        throw malformed();
      add(places, first + index, isUsed && at > 0 ? { offset: at + shift } : null, budget);
    }
  }
  budget.beginObject();
  const trailer = lexer.value();
  if (!(trailer instanceof PdfDict)) throw malformed();
  return trailer;
}

function readStream(stream: PdfStream, shift: number, places: Map<number, Place>, budget: Budget): void {
  const integers = (value: PdfValue | undefined): number[] => {
    if (!Array.isArray(value)) throw malformed();
    return value.map((item) => {
      if (typeof item === 'number' && Number.isInteger(item) && item >= 0) return item;
      throw malformed();
    });
  };
  const { dict } = stream;
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = integers(dict.get('W'));
  const width = kindWidth + secondWidth + thirdWidth;
  if (width < 1 || width > 24) throw malformed();
  const index = dict.get('Index') === undefined ? [0, Number(dict.get('Size'))] : integers(dict.get('Index'));
  const data = decoded(stream, budget);
  let at = 0;
  const take = (length: number, byDefault: number): number => {
    if (length === 0) return byDefault;
    let value = 0;
    for (let count = 0; count < length; count += 1) value = value * 256 + (data[at++] ?? 0);
    return value;
  };
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first, count] = [index[pair] as number, index[pair + 1] as number];
    for (let entry = 0; entry < count && at + width <= data.length; entry += 1) {
      const kind = take(kindWidth, 1);
      const second = take(secondWidth, 0);
      const third = take(thirdWidth, 0);
      const place: Place =
        kind === 1 ? { offset: second + shift } : kind === 2 ? { stream: second, index: third } : null;
      add(places, first + entry, place, budget);
    }
  }
}

/** The newest section is read first, so an existing entry takes precedence. */
function add(places: Map<number, Place>, number: number, place: Place, budget: Budget): void {
  budget.spendObject();
  if (!places.has(number)) places.set(number, place);
}

const objectStart = /(?:^|[\s>\]])(\d{1,10})[ \t\r\n]+\d{1,5}[ \t\r\n]+obj(?![a-z])/g;

/**
 * Finds the objects of a file whose cross-reference is damaged by their beginnings, as viewers do; of several objects
 * with one number the last one counts. Object streams are named, so that the caller adds what they hold.
 */
export function scanObjects(bytes: Buffer, budget: Budget): Xref & { streams: number[] } {
  budget.spendScanned(bytes.length);
  const places = new Map<number, Place>();
  const streams: number[] = [];
  const trailer = new PdfDict();
  // In pieces, because a string of the whole file takes its size again; they overlap by the longest beginning.
  const [size, overlap] = [1024 * 1024, 64];
  for (let from = 0; from < bytes.length; from += size) {
    const text = bytes.toString('latin1', from, from + size + overlap);
    for (const match of text.matchAll(objectStart)) {
      const offset = from + match.index + match[0].search(/\d/);
      if (match.index >= size) break;
      budget.spendObject();
      const number = Number(match[1]);
      places.set(number, { offset });
      const head = bytes.toString('latin1', offset, offset + 200);
      if (/\/ObjStm\b/.test(head)) streams.push(number);
      if (/\/Catalog\b/.test(head) && !/\/Pages\s+null/.test(head)) trailer.entries.set('scanned', number);
    }
  }
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
    budget.beginObject();
    const lexer = new Lexer(bytes, budget, at + 7);
    const dict = lexer.isAtEnd ? null : lexer.value();
    if (!(dict instanceof PdfDict)) continue;
    for (const [key, value] of dict.entries) trailer.entries.set(key, value);
  }
  return { places, trailer, streams };
}
