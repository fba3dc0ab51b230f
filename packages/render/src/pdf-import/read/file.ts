// A PDF file as numbered objects (ISO 32000-1, 7.5), parsed on demand.
import { Budget, PdfFault } from './budget.ts';
import { type Decryption, openEncryption } from './decryption.ts';
import { decoded } from './filters.ts';
import { Lexer } from './lexer.ts';
import { PdfDict, PdfRef, PdfStream, type PdfValue } from './values.ts';
import { readXref, scanObjects, type Xref } from './xref.ts';

interface ObjectStream {
  data: Buffer;
  offsets: number[];
  numbers: number[];
}

/** Parsed objects that are kept, so that those that are referred to often are not parsed each time. */
const maxKept = 2_000;
/** Viewers accept the header within so many bytes. */
const headerWithin = 1_024;
const endWithin = 1_024;

export class PdfFile {
  readonly budget: Budget;
  readonly #bytes: Buffer;
  #xref: Xref;
  #isScanned = false;
  #decryption: Decryption | null = null;
  readonly #kept = new Map<number, PdfValue>();
  readonly #objectStreams = new Map<number, ObjectStream>();
  /** Objects that are being read: the length of a stream may refer to the stream itself. */
  readonly #reading = new Set<number>();

  /** Throws PdfFault when it is no PDF, or when it cannot be read. */
  constructor(file: Uint8Array) {
    this.#bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    this.budget = new Budget(file.length);
    const header = this.#bytes.subarray(0, headerWithin).indexOf('%PDF-');
    if (header < 0) throw new PdfFault('kind');
    try {
      this.#xref = readXref(this.#bytes, header, this.budget, (offset) => this.#parseAt(offset, undefined));
      this.#open();
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
      this.#xref = { places: new Map(), trailer: new PdfDict() };
      this.#scan();
      this.#open();
    }
  }

  get trailer(): PdfDict {
    return this.#xref.trailer;
  }

  get catalog(): PdfDict {
    return this.dict(this.trailer.get('Root')) ?? new PdfDict();
  }

  /** Whether the end of the file is missing (7.5.5); viewers accept its mark within the last 1,024 bytes. */
  get isIncomplete(): boolean {
    return this.#bytes.subarray(-endWithin).indexOf('%%EOF') < 0;
  }

  /** Whether the objects were found by their beginnings, as the cross-reference leads to none. */
  get isDamaged(): boolean {
    return this.#isScanned;
  }

  /** The object that a reference refers to, or any other value itself; null for an absent one. Throws PdfFault. */
  resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    // A reference to a reference is not allowed, but harmless if there are few.
    let resolved = value;
    for (let steps = 0; resolved instanceof PdfRef; steps += 1) {
      if (steps > 8) return null;
      resolved = this.#object(resolved.number);
    }
    return resolved;
  };

  dict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfStream ? resolved.dict : resolved instanceof PdfDict ? resolved : undefined;
  }

  stream(value: PdfValue | undefined): PdfStream | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfStream ? resolved : undefined;
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : [];
  }

  /** The numbers of an array; others are left out. */
  numbers(value: PdfValue | undefined): number[] {
    return this.array(value)
      .map((item) => this.resolve(item))
      .filter((item) => typeof item === 'number');
  }

  number(value: PdfValue | undefined): number | undefined {
    const resolved = this.resolve(value);
    return typeof resolved === 'number' ? resolved : undefined;
  }

  /** The decoded bytes of a stream. Throws PdfFault. */
  content(stream: PdfStream): Buffer {
    return decoded(stream, this.budget, this.resolve);
  }

  /** Finds the pages, or the objects by their beginnings when the cross-reference leads to none. */
  #open(): void {
    const { trailer } = this.#xref;
    if (trailer.get('Encrypt') !== undefined) {
      // Strings of the encryption dictionary itself are not encrypted.
      const encryption = this.dict(trailer.get('Encrypt'));
      const id = this.resolve(this.array(trailer.get('ID'))[0]);
      this.#decryption = encryption ? openEncryption(encryption, id, this.resolve) : null;
      this.#kept.clear();
      this.#objectStreams.clear();
    }
    if (this.dict(this.catalog.get('Pages'))) return;
    if (this.#isScanned) throw new PdfFault('unreadable', this.isIncomplete ? 'incomplete' : 'damaged');
    this.#scan();
    this.#open();
  }

  #scan(): void {
    this.#isScanned = true;
    this.#kept.clear();
    this.#objectStreams.clear();
    const { places, trailer, streams } = scanObjects(this.#bytes, this.budget);
    this.#xref = { places, trailer };
    if (trailer.get('Encrypt') === undefined) {
      for (const number of streams) {
        try {
          this.#objectStream(number).numbers.forEach((own, index) => {
            if (!places.has(own)) places.set(own, { stream: number, index });
          });
        } catch (error) {
          if (!(error instanceof PdfFault) || error.kind !== 'unreadable') throw error;
        }
      }
    }
    const scanned = trailer.get('scanned');
    if (!this.dict(this.catalog.get('Pages')) && typeof scanned === 'number') {
      trailer.entries.set('Root', new PdfRef(scanned));
    }
    if (!this.dict(this.catalog.get('Pages'))) this.#findCatalog(places.keys());
  }

  /** A catalog in an object stream has no beginning that a scan finds. */
  #findCatalog(numbers: Iterable<number>): void {
    for (const number of numbers) {
      const place = this.#xref.places.get(number);
      if (!place || !('stream' in place)) continue;
      const value = this.#object(number);
      if (value instanceof PdfDict && value.name('Type') === 'Catalog') {
        this.#xref.trailer.entries.set('Root', new PdfRef(number));
      }
    }
  }

  #object(number: number): PdfValue {
    const kept = this.#kept.get(number);
    if (kept !== undefined) return kept;
    if (this.#reading.has(number)) return null;
    this.#reading.add(number);
    let value: PdfValue;
    try {
      value = this.#read(number);
    } finally {
      this.#reading.delete(number);
    }
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(number, value);
    return value;
  }

  #read(number: number): PdfValue {
    const place = this.#xref.places.get(number);
    if (!place) return null;
    try {
      return 'offset' in place ? this.#parseAt(place.offset, number) : this.#compressed(number, place);
    } catch (error) {
      if (!(error instanceof PdfFault) || error.kind !== 'unreadable' || this.#isScanned) throw error;
      // One wrong place means that others are wrong, too.
      this.#scan();
      return this.#read(number);
    }
  }

  #parseAt(offset: number, number: number | undefined): PdfValue {
    if (offset >= this.#bytes.length) throw new PdfFault('unreadable', 'pdf_structure');
    const lexer = new Lexer(this.#bytes, this.budget, offset);
    this.budget.beginObject();
    const found = lexer.takeInteger();
    const generation = lexer.takeInteger();
    if (found === undefined || generation === undefined || !lexer.takeKeyword('obj')) {
      throw new PdfFault('unreadable', 'pdf_structure');
    }
    if (number !== undefined && found !== number) {
      throw new PdfFault('unreadable', 'pdf_structure');
    }
    const value = lexer.value();
    const body = value instanceof PdfDict && lexer.takeKeyword('stream') ? this.#stream(value, lexer) : value;
    this.budget.spendScanned(lexer.position - offset);
    return this.#decryption ? this.#decryption.decrypt(body, found, generation) : body;
  }

  #stream(dict: PdfDict, lexer: Lexer): PdfStream {
    const bytes = this.#bytes;
    let start = lexer.position;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    const given = this.resolve(dict.get('Length'));
    let length = typeof given === 'number' && Number.isInteger(given) ? given : -1;
    const isSound = (end: number) => {
      const after = new Lexer(bytes, this.budget, end);
      return end <= bytes.length && after.takeKeyword('endstream');
    };
    if (length < 0 || !isSound(start + length)) {
      const end = bytes.indexOf('endstream', start);
      const until = end < 0 ? bytes.length : end;
      this.budget.spendScanned(until - start);
      length = until - start;
      if (length > 0 && bytes[start + length - 1] === 10) length -= 1;
      if (length > 0 && bytes[start + length - 1] === 13) length -= 1;
    }
    return new PdfStream(dict, bytes.subarray(start, start + length));
  }

  #compressed(number: number, { stream, index }: { stream: number; index: number }): PdfValue {
    const { data, offsets, numbers } = this.#objectStream(stream);
    const at = numbers[index] === number ? index : numbers.indexOf(number);
    const offset = offsets[at];
    if (offset === undefined || offset >= data.length) {
      throw new PdfFault('unreadable', 'pdf_structure');
    }
    this.budget.beginObject();
    const lexer = new Lexer(data, this.budget, offset);
    const value = lexer.value();
    this.budget.spendScanned(lexer.position - offset);
    return value;
  }

  #objectStream(number: number): ObjectStream {
    const known = this.#objectStreams.get(number);
    if (known) return known;
    const place = this.#xref.places.get(number);
    if (!place || !('offset' in place) || this.#reading.has(-number)) {
      throw new PdfFault('unreadable', 'pdf_structure');
    }
    this.#reading.add(-number);
    let container: PdfValue;
    try {
      container = this.#parseAt(place.offset, number);
    } finally {
      this.#reading.delete(-number);
    }
    const [count, first] =
      container instanceof PdfStream ? [container.dict.get('N'), container.dict.get('First')] : [];
    if (!(container instanceof PdfStream) || typeof count !== 'number' || typeof first !== 'number') {
      throw new PdfFault('unreadable', 'pdf_structure');
    }
    const data = this.content(container);
    const header = new Lexer(data, this.budget);
    const stream: ObjectStream = { data, offsets: [], numbers: [] };
    for (let index = 0; index < count; index += 1) {
      this.budget.spendObject();
      const own = header.takeInteger();
      const offset = header.takeInteger();
      if (own === undefined || offset === undefined) break;
      stream.numbers.push(own);
      stream.offsets.push(first + offset);
    }
    this.#objectStreams.set(number, stream);
    return stream;
  }
}
