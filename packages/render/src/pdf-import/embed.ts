import { createHash } from 'node:crypto';
import { type ImageWriter, UnreadableImage, type WrittenImage } from '../pdf/images/image.ts';
import { nameObject, streamObject } from '../pdf/syntax.ts';
import { hasJoinedNames, LettersLost, losesLetters } from './lost-letters.ts';
import type { ArchiveLevel } from './page/context.ts';
import { numberText, stringText } from './page/syntax.ts';
import { factsKey } from './page/write-page.ts';
import { PdfFault } from './read/budget.ts';
import { PdfFile } from './read/file.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './read/values.ts';

const maxDepth = 200;

/**
 * What a page begins with (ISO 32000-1, 8.4.1 and 9.3.1). A form begins with whatever the content that shows it painted
 * last, so a page that relies on black would print in the colour of the paper. Pages were stored without it, so it is
 * written when they are printed.
 */
const initialState = [
  ...['0 g 0 G 1 w 0 J 0 j 10 M []0 d', '/RelativeColorimetric ri 0 i'],
  '0 Tc 0 Tw 100 Tz 0 TL 0 Ts 0 Tr',
  '/Initial gs',
].join(' ');
const initialParameters =
  '<</Type/ExtGState/BM/Normal/SMask/None/ca 1/CA 1/AIS false/TK true/OP false/op false/OPM 0/SA false>>';

/** What was written of imported pages so far, by SHA-256: pages of one file share their fonts and images. */
const written = new WeakMap<ImageWriter, Map<string, number>>();

/** Whether it is a page that `importPdf` wrote: uploaded images are of other kinds. */
export function isPdfPage(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

/**
 * Writes an imported page as a form XObject in the unit square, where images are drawn. Equal objects of pages in one
 * prefix are written once. Throws UnreadableImage for another PDF, and LettersLost.
 */
export async function writePdfPage(bytes: Buffer, writer: ImageWriter): Promise<WrittenImage> {
  try {
    const file = new PdfFile(bytes);
    const facts = file.dict(file.catalog.get(factsKey));
    const form = file.stream(facts?.get('Form'));
    const size = file.numbers(
      file.dict(file.array(file.dict(file.catalog.get('Pages'))?.get('Kids'))[0])?.get('MediaBox'),
    );
    const [width, height] = [size[2] ?? 0, size[3] ?? 0];
    const matrix = file.numbers(form?.dict.get('Matrix'));
    if (!facts || !form || width <= 0 || height <= 0 || matrix.length !== 6) {
      throw new UnreadableImage('damaged');
    }
    const inUnitSquare = matrix.map((value, index) => value / (index % 2 === 0 ? width : height));
    form.dict.entries.set('Matrix', inUnitSquare);
    const copy = new Copy(file, writer);
    const page = copy.add(form, 0);
    if (copy.hasJoinedNames && (await losesLetters(file, form))) throw new LettersLost();
    const number = writer.add(
      streamObject(
        Buffer.from(`${initialState} /Page Do`),
        `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</ExtGState<</Initial ${initialParameters}>>` +
          `/XObject<</Page ${page} 0 R>>>>`,
        'prefix',
      ),
    );
    return {
      ...{ number, width, height, orientation: 1, isForm: true },
      isTransparent: file.resolve(facts.get('Transparent')) === true,
      archiveLevel: levelOf(facts.name('Level')),
    };
  } catch (error) {
    if (error instanceof PdfFault) throw new UnreadableImage('damaged');
    throw error;
  }
}

function levelOf(name: string | undefined): ArchiveLevel {
  return name === 'A' || name === 'B' ? name : 'none';
}

/** Copies objects with all that they refer to, under other numbers. */
class Copy {
  readonly #file: PdfFile;
  readonly #writer: ImageWriter;
  readonly #known: Map<string, number>;
  readonly #numbers = new Map<number, number>();
  hasJoinedNames = false;

  constructor(file: PdfFile, writer: ImageWriter) {
    this.#file = file;
    this.#writer = writer;
    this.#known = written.get(writer) ?? new Map();
    written.set(writer, this.#known);
  }

  /** Returns the number of the object in the writer. */
  add(value: PdfValue, depth: number): number {
    const body =
      value instanceof PdfStream
        ? Buffer.concat([
            Buffer.from(`${this.#text(value.dict, depth)}\nstream\n`, 'latin1'),
            value.raw,
            Buffer.from('\nendstream', 'latin1'),
          ])
        : Buffer.from(this.#text(value, depth), 'latin1');
    const hash = createHash('sha256').update(body).digest('hex');
    const number = this.#known.get(hash) ?? this.#writer.add(body);
    this.#known.set(hash, number);
    return number;
  }

  #text(value: PdfValue, depth: number): string {
    if (depth > maxDepth) throw new UnreadableImage('nested_deeply');
    if (typeof value === 'number') return numberText(value);
    if (value === null || typeof value === 'boolean') return String(value);
    if (value instanceof PdfName) return nameObject(value.text);
    if (Buffer.isBuffer(value)) return stringText(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.#text(item, depth + 1)).join(' ')}]`;
    if (value instanceof PdfDict) {
      this.hasJoinedNames ||= hasJoinedNames(this.#file.array(value.get('Differences')));
      const entries = [...value.entries].map(
        ([key, item]) => `${nameObject(key)} ${this.#text(item, depth + 1)}`,
      );
      return `<<${entries.join('')}>>`;
    }
    if (!(value instanceof PdfRef)) throw new UnreadableImage('damaged');
    let number = this.#numbers.get(value.number);
    if (number === undefined) {
      number = this.add(this.#file.resolve(value) ?? null, depth + 1);
      this.#numbers.set(value.number, number);
    }
    return `${number} 0 R`;
  }
}
