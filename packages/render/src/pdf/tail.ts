import { TwoGenerationCache } from '@sello/design';
import { streamObject } from './syntax.ts';

/** The state after the prefix, which the tail continues. */
interface TailPlan {
  /** Where the tail begins in the file. */
  start: number;
  /** Offset of each static object by its number; the head of the free list first. */
  offsets: readonly number[];
  /** The entries of the static objects for a cross-reference table and for a cross-reference stream; made once. */
  xref: { table: string; stream: Buffer };
  objects: { catalog: number; info: number };
}

/** Collects the objects of one certificate's tail and closes the file with one cross-reference section. */
export interface TailWriter {
  /** Writes an object unpacked; returns the offset of its body within the tail. */
  add(number: number, body: string | Uint8Array): number;
  /**
   * Writes an object that only PDF readers need to find and that most certificates of a template share, into an object
   * stream; equal object streams are compressed once.
   */
  pack(number: number, body: string): void;
  /** The whole tail. `id` is the file identifier, two hex strings. */
  finish(id: string): Buffer;
}

/** Maximum number of objects in an object stream; an entry has one byte for the index. */
const mostPacked = 250;

export function xrefTable(offsets: readonly number[]): string {
  return offsets
    .map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    )
    .join('');
}

/** The entries of a cross-reference stream, with offsets of so many bytes: three while the file is shorter than 16 MB. */
export function xrefEntries(
  offsets: readonly number[],
  offsetLength = offsetLengthOf(offsets.at(-1) ?? 0),
): Buffer {
  const entries = Buffer.alloc(offsets.length * (offsetLength + 2));
  offsets.forEach((offset, number) => {
    if (number === 0) writeEntry(entries, offsetLength, 0, 0, 0, 255);
    else writeEntry(entries, offsetLength, number, 1, offset, 0);
  });
  return entries;
}

type OffsetLength = 3 | 4;
const longOffset = 2 ** 24;

function offsetLengthOf(largest: number): OffsetLength {
  return largest < longOffset ? 3 : 4;
}

/** Writes type, offset and index of an object (7.5.8.3); a packed object has the number of its stream as the offset. */
function writeEntry(
  entries: Buffer,
  offsetLength: OffsetLength,
  number: number,
  type: number,
  place: number,
  index: number,
): void {
  const at = number * (offsetLength + 2);
  entries[at] = type;
  entries.writeUIntBE(place, at + 1, offsetLength);
  entries[at + 1 + offsetLength] = index;
}

class Parts {
  readonly #parts: Buffer[] = [];
  size = 0;

  append(part: string | Uint8Array): void {
    const bytes =
      typeof part === 'string'
        ? Buffer.from(part, 'latin1')
        : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    this.#parts.push(bytes);
    this.size += bytes.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts, this.size);
  }
}

/** A tail with unpacked objects and a cross-reference table: for standards without object streams. */
export class PlainTail implements TailWriter {
  readonly #parts = new Parts();
  readonly #offsets = new Map<number, number>();
  readonly #plan: TailPlan;

  constructor(plan: TailPlan) {
    this.#plan = plan;
  }

  add(number: number, body: string | Uint8Array): number {
    this.#offsets.set(number, this.#plan.start + this.#parts.size);
    this.#parts.append(`${number} 0 obj\n`);
    const at = this.#parts.size;
    this.#parts.append(body);
    this.#parts.append('\nendobj\n');
    return at;
  }

  pack(number: number, body: string): void {
    this.add(number, body);
  }

  finish(id: string): Buffer {
    const { start, xref, objects } = this.#plan;
    const xrefAt = start + this.#parts.size;
    const numbers = [...this.#offsets.keys()].sort((a, b) => a - b);
    const count = (numbers.at(-1) as number) + 1;
    const entries = numbers.map(
      (number) => `${String(this.#offsets.get(number)).padStart(10, '0')} 00000 n \n`,
    );
    this.#parts.append(
      `xref\n0 ${count}\n${xref.table}${entries.join('')}trailer\n<</Size ${count}/Root ${objects.catalog} 0 R` +
        `/Info ${objects.info} 0 R/ID[${id}]>>\nstartxref\n${xrefAt}\n%%EOF\n`,
    );
    return this.#parts.bytes();
  }
}

/**
 * A tail with small objects in object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8): half the size
 * of the same structure unpacked.
 */
export class PackedTail implements TailWriter {
  readonly #parts = new Parts();
  readonly #plan: TailPlan;
  readonly #added: { number: number; offset: number }[] = [];
  readonly #packed: { number: number; body: string }[] = [];
  #last: number;

  constructor(plan: TailPlan) {
    this.#plan = plan;
    this.#last = plan.offsets.length - 1;
  }

  add(number: number, body: string | Uint8Array): number {
    this.#last = Math.max(this.#last, number);
    this.#added.push({ number, offset: this.#plan.start + this.#parts.size });
    this.#parts.append(`${number} 0 obj\n`);
    const at = this.#parts.size;
    this.#parts.append(body);
    this.#parts.append('\nendobj\n');
    return at;
  }

  pack(number: number, body: string): void {
    this.#last = Math.max(this.#last, number);
    this.#packed.push({ number, body });
  }

  finish(id: string): Buffer {
    const { start, offsets, xref, objects } = this.#plan;
    const places: { number: number; stream: number; index: number }[] = [];
    for (let from = 0; from < this.#packed.length; from += mostPacked) {
      const part = this.#packed.slice(from, from + mostPacked);
      const stream = this.#last + 1;
      part.forEach(({ number }, index) => {
        places.push({ number, stream, index });
      });
      this.add(stream, objectStream(part));
    }
    const own = this.#last + 1;
    const at = start + this.#parts.size;
    const length = offsetLengthOf(at);
    const entries = Buffer.alloc((own + 1) * (length + 2));
    const isPrepared = xref.stream.length === offsets.length * (length + 2);
    (isPrepared ? xref.stream : xrefEntries(offsets, length)).copy(entries);
    for (const { number, offset } of this.#added) writeEntry(entries, length, number, 1, offset, 0);
    for (const { number, stream, index } of places) writeEntry(entries, length, number, 2, stream, index);
    writeEntry(entries, length, own, 1, at, 0);
    this.#parts.append(
      `${own} 0 obj\n<</Type/XRef/Size ${own + 1}/W[1 ${length} 1]/Root ${objects.catalog} 0 R` +
        `/Info ${objects.info} 0 R/ID[${id}]/Length ${entries.length}>>\nstream\n`,
    );
    this.#parts.append(entries);
    this.#parts.append(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`);
    return this.#parts.bytes();
  }
}

// Compressed object streams by their content: a few kilobytes each, for as many templates as a worker has in use.
// Compressing one took a tenth of the time of a certificate.
const objectStreams = new TwoGenerationCache<Buffer>(200);
/** Longer streams, in characters, are not cached. */
const longestKept = 10_000;

function objectStream(objects: readonly { number: number; body: string }[]): Buffer {
  let index = '';
  let bodies = '';
  for (const { number, body } of objects) {
    index += `${number} ${bodies.length} `;
    bodies += `${body}\n`;
  }
  const content = `${index}\n${bodies}`;
  const entries = `/Type/ObjStm/N ${objects.length}/First ${index.length + 1}`;
  const compress = () => streamObject(Buffer.from(content, 'latin1'), entries, 'tail');
  return content.length > longestKept ? compress() : objectStreams.get(content, compress);
}
