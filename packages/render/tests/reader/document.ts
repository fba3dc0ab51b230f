import { inflateSync } from 'node:zlib';
import { Tokens } from './tokens.ts';
import {
  type Dictionary,
  isDictionary,
  isStream,
  Name,
  Reference,
  type Stream,
  type Value,
} from './values.ts';

/** The location of an object: an offset, or an object stream. */
type Entry =
  | { kind: 'free' }
  | { kind: 'plain'; offset: number }
  | { kind: 'packed'; stream: number; index: number };

/** An independent reader of files with one cross-reference section, which shares no code with the writer. */
export class PdfDocument {
  readonly bytes: Buffer;
  readonly entries: readonly Entry[];
  readonly trailer: Dictionary;
  readonly #values = new Map<number, Value>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(bytes.toString('latin1', bytes.length - 60))?.[1]);
    const isTable = bytes.toString('latin1', start, start + 4) === 'xref';
    const { entries, trailer } = isTable ? readTable(bytes, start) : readXrefStream(bytes, start);
    this.entries = entries;
    this.trailer = trailer;
  }

  object(number: number): Value {
    const known = this.#values.get(number);
    if (known !== undefined) return known;
    const value = this.#read(number);
    this.#values.set(number, value);
    return value;
  }

  resolve(value: Value | undefined): Value | undefined {
    return value instanceof Reference ? this.object(value.number) : value;
  }

  dictionary(value: Value | undefined): Dictionary {
    const resolved = this.resolve(value);
    if (isStream(resolved)) return resolved.entries;
    if (!isDictionary(resolved)) throw new Error(`no dictionary: ${String(resolved)}`);
    return resolved;
  }

  array(value: Value | undefined): Value[] {
    const resolved = this.resolve(value);
    if (!Array.isArray(resolved)) throw new Error(`no array: ${String(resolved)}`);
    return resolved;
  }

  stream(value: Value | undefined): Stream {
    const resolved = this.resolve(value);
    if (!isStream(resolved)) throw new Error(`no stream: ${String(resolved)}`);
    return resolved;
  }

  /** The decoded data of a stream. */
  content(value: Value | undefined): Buffer {
    const { entries, raw } = this.stream(value);
    const filter = this.resolve(entries.get('Filter'));
    if (filter === undefined) return raw;
    if (!(filter instanceof Name) || filter.name !== 'FlateDecode') throw new Error('another filter');
    return inflateSync(raw);
  }

  name(value: Value | undefined): string | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof Name ? resolved.name : undefined;
  }

  get catalog(): Dictionary {
    return this.dictionary(this.trailer.get('Root'));
  }

  /** The pages in order; the page tree of this writer has one level. */
  get pages(): Reference[] {
    const tree = this.dictionary(this.catalog.get('Pages'));
    return this.array(tree.get('Kids')) as Reference[];
  }

  /** Every object that is in use. */
  *objects(): Generator<{ number: number; value: Value }> {
    for (const [number, entry] of this.entries.entries()) {
      if (entry.kind !== 'free') yield { number, value: this.object(number) };
    }
  }

  #read(number: number): Value {
    const entry = this.entries[number];
    if (!entry || entry.kind === 'free') throw new Error(`no object ${number}`);
    if (entry.kind === 'plain') return readObject(this.bytes, entry.offset, number);
    const { entries } = this.stream(new Reference(entry.stream));
    const content = this.content(new Reference(entry.stream));
    const index = new Tokens(content);
    const pairs = Array.from({ length: Number(entries.get('N')) }, () => [index.value(), index.value()]);
    const [own, offset] = pairs[entry.index] ?? [];
    if (own !== number) throw new Error(`object ${number} is not where the section says`);
    return new Tokens(content, Number(entries.get('First')) + Number(offset)).value();
  }
}

function readObject(bytes: Buffer, offset: number, number: number | null): Value {
  const header = /^(\d+) 0 obj\n/.exec(bytes.toString('latin1', offset, offset + 20));
  if (!header || (number !== null && Number(header[1]) !== number)) {
    throw new Error(`object ${number} is not at ${offset}`);
  }
  const tokens = new Tokens(bytes, offset + header[0].length);
  const value = tokens.value();
  const after = bytes.toString('latin1', tokens.at, tokens.at + 8);
  if (!after.startsWith('\nstream\n')) {
    if (!after.startsWith('\nendobj')) throw new Error(`object ${number} does not end`);
    return value;
  }
  const entries = value as Dictionary;
  const start = tokens.at + 8;
  const length = entries.get('Length');
  if (typeof length !== 'number') throw new Error('a stream without a length');
  const end = bytes.toString('latin1', start + length, start + length + 17);
  if (end !== '\nendstream\nendobj')
    throw new Error(`the stream ${number} is longer or shorter than it says`);
  return { entries, raw: bytes.subarray(start, start + length) };
}

function readTable(bytes: Buffer, start: number): { entries: Entry[]; trailer: Dictionary } {
  const text = bytes.toString('latin1', start);
  const [head = '', count] = /^xref\n0 (\d+)\n/.exec(text) ?? [];
  const entries = Array.from({ length: Number(count) }, (_, number): Entry => {
    const entry = text.slice(head.length + number * 20, head.length + (number + 1) * 20);
    if (!/^\d{10} \d{5} [nf] \n$/.test(entry)) throw new Error(`the entry ${entry}`);
    return entry[17] === 'f' ? { kind: 'free' } : { kind: 'plain', offset: Number(entry.slice(0, 10)) };
  });
  const trailer = new Tokens(bytes, start + head.length + entries.length * 20 + 'trailer'.length).value();
  return { entries, trailer: trailer as Dictionary };
}

function readXrefStream(bytes: Buffer, start: number): { entries: Entry[]; trailer: Dictionary } {
  const { entries: trailer, raw } = readObject(bytes, start, null) as Stream;
  const widths = trailer.get('W') as [number, number, number];
  const length = widths[0] + widths[1] + widths[2];
  if (raw.length !== length * Number(trailer.get('Size'))) throw new Error('entries are missing');
  const entries = Array.from({ length: raw.length / length }, (_, number): Entry => {
    let at = number * length;
    const [type, place, index] = widths.map((width) => {
      at += width;
      return raw.readUIntBE(at - width, width);
    }) as [number, number, number];
    if (type === 0) return { kind: 'free' };
    return type === 1 ? { kind: 'plain', offset: place } : { kind: 'packed', stream: place, index };
  });
  return { entries, trailer };
}
