// A PDF file as numbered objects (ISO 32000-1, 7.5), parsed on demand and not cached.
import { type Budget, PdfFault } from './budget.ts';
import { Parser } from './parse.ts';
import { decodeStream } from './streams.ts';
import { PdfDict, PdfRef, type PdfValue } from './values.ts';
import { type RawStream, readXref, type Xref } from './xref.ts';

/** An object with the bytes that its strings refer to: those of the file, or of the object stream if it is compressed. */
export interface PdfObject {
  value: PdfValue;
  source: Uint8Array;
  isCompressed: boolean;
}

interface ObjectStream {
  data: Uint8Array;
  offsets: number[];
  numbers: number[];
}

export class PdfFile {
  readonly bytes: Uint8Array;
  readonly xref: Xref;
  readonly #budget: Budget;
  readonly #objectStreams = new Map<number, ObjectStream>();

  /** Throws PdfFault when the structure cannot be read. */
  constructor(bytes: Uint8Array, startXref: number, budget: Budget) {
    this.bytes = bytes;
    this.#budget = budget;
    this.xref = readXref(bytes, startXref, budget, (offset) => this.#streamAt(offset, undefined));
  }

  /** The object with a number; null for free and absent ones (7.3.10). Throws PdfFault. */
  object(number: number): PdfObject {
    const entry = this.xref.entries.get(number);
    if (entry?.kind === 'offset') {
      const { value } = this.#objectAt(entry.offset, number);
      return { value, source: this.bytes, isCompressed: false };
    }
    if (entry?.kind === 'compressed') return this.#compressed(number, entry.stream, entry.index);
    return { value: null, source: this.bytes, isCompressed: false };
  }

  /** The object that a reference refers to, or any other value itself. A reference to a reference is null. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    if (!(value instanceof PdfRef)) return value;
    const target = this.object(value.number).value;
    return target instanceof PdfRef ? null : target;
  }

  resolveDict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfDict ? resolved : undefined;
  }

  #objectAt(offset: number, number: number | undefined): { value: PdfValue; parser: Parser } {
    if (offset >= this.bytes.length) throw new PdfFault('unreadable', 'an object is outside the file');
    const parser = new Parser(this.bytes, this.#budget, offset);
    this.#budget.beginObject();
    const found = parser.takeInteger();
    const generation = parser.takeInteger();
    if (found === undefined || generation === undefined || !parser.takeKeyword('obj')) {
      throw new PdfFault('unreadable', 'an object is not where it should be');
    }
    if (number !== undefined && found !== number) {
      throw new PdfFault('unreadable', 'an object has another number than its place says');
    }
    const value = parser.value();
    this.#budget.spendScanned(parser.position - offset);
    return { value, parser };
  }

  #streamAt(offset: number, number: number | undefined): RawStream {
    const { value: dict, parser } = this.#objectAt(offset, number);
    if (!(dict instanceof PdfDict) || !parser.takeKeyword('stream')) {
      throw new PdfFault('unreadable', 'a stream was expected');
    }
    let start = parser.position;
    if (this.bytes[start] === 13) start++;
    if (this.bytes[start] === 10) start++;
    const length = number === undefined ? dict.get('Length') : this.resolve(dict.get('Length'));
    if (typeof length !== 'number' || length < 0 || start + length > this.bytes.length) {
      throw new PdfFault('unreadable', 'a stream is longer than the file');
    }
    return { dict, raw: this.bytes.subarray(start, start + length) };
  }

  #compressed(number: number, stream: number, index: number): PdfObject {
    const { data, offsets, numbers } = this.#objectStream(stream);
    const offset = offsets[index];
    if (offset === undefined || numbers[index] !== number || offset >= data.length) {
      throw new PdfFault('unreadable', 'an object is not where it should be');
    }
    this.#budget.beginObject();
    const parser = new Parser(data, this.#budget, offset);
    const value = parser.value();
    this.#budget.spendScanned(parser.position - offset);
    return { value, source: data, isCompressed: true };
  }

  #objectStream(number: number): ObjectStream {
    const known = this.#objectStreams.get(number);
    if (known) return known;
    const entry = this.xref.entries.get(number);
    if (entry?.kind !== 'offset') throw new PdfFault('unreadable', 'an object stream is inside another');
    const { dict, raw } = this.#streamAt(entry.offset, number);
    const count = dict.get('N');
    const first = dict.get('First');
    if (dict.name('Type') !== 'ObjStm' || typeof count !== 'number' || typeof first !== 'number') {
      throw new PdfFault('unreadable', 'an object stream is malformed');
    }
    const data = decodeStream(raw, dict, this.#budget);
    const header = new Parser(data, this.#budget);
    const stream: ObjectStream = { data, offsets: [], numbers: [] };
    for (let index = 0; index < count; index++) {
      this.#budget.spendObject();
      const own = header.takeInteger();
      const offset = header.takeInteger();
      if (own === undefined || offset === undefined) {
        throw new PdfFault('unreadable', 'an object stream is malformed');
      }
      stream.numbers.push(own);
      stream.offsets.push(first + offset);
    }
    this.#objectStreams.set(number, stream);
    return stream;
  }
}
