import type { PdfDocument } from './document.ts';
import { Tokens } from './tokens.ts';
import {
  type Dictionary,
  isDictionary,
  type Name,
  Operator,
  Reference,
  textIn,
  type Value,
} from './values.ts';

/** The content of one marked-content sequence, or the content outside all sequences. */
export interface Painted {
  /** The object number of its form XObject; null for the content stream of the page. */
  form: number | null;
  /** The MCID of the innermost sequence that has one. */
  mcid: number | null;
  isArtifact: boolean;
  text: string;
  /** The languages of the sequences within it, in order. */
  languages: string[];
  /** Character codes without Unicode mapping, each as font and code. */
  unmapped: string[];
  operators: string[];
}

export interface PageContent {
  painted: Painted[];
  /** Deepest nesting of q and Q. */
  depth: number;
  fonts: Set<number>;
}

const painting = new Set(['f', 'f*', 'F', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'Tj', 'TJ', "'", '"']);

interface Sequence {
  tag: string;
  properties: Dictionary | null;
}

/** Interprets text and marked content of a page and of the forms it paints. */
export function readPage(document: PdfDocument, page: Reference): PageContent {
  const dictionary = document.dictionary(page);
  const content: PageContent = { painted: [], depth: 0, fonts: new Set() };
  const streams = document.array(dictionary.get('Contents')).map((part) => document.content(part));
  new Interpreter(document, content, null).run(
    Buffer.concat(streams.flatMap((part) => [part, Buffer.from('\n')])),
    document.dictionary(dictionary.get('Resources')),
    [],
    0,
  );
  return content;
}

class Interpreter {
  readonly #document: PdfDocument;
  readonly #content: PageContent;
  readonly #form: number | null;

  constructor(document: PdfDocument, content: PageContent, form: number | null) {
    this.#document = document;
    this.#content = content;
    this.#form = form;
  }

  run(bytes: Buffer, resources: Dictionary, outer: readonly Sequence[], outerDepth: number): void {
    const tokens = new Tokens(bytes);
    const sequences: Sequence[] = [];
    let depth = outerDepth;
    let operands: Value[] = [];
    let font: Font | null = null;
    while (!tokens.isAtEnd) {
      const value = tokens.value();
      if (!(value instanceof Operator)) {
        operands.push(value);
        continue;
      }
      const { name } = value;
      if (name === 'q') depth += 1;
      if (name === 'Q') depth -= 1;
      if (depth < outerDepth) throw new Error('Q without q');
      this.#content.depth = Math.max(this.#content.depth, depth);
      if (name === 'BMC' || name === 'BDC') {
        const [tag, properties] = operands;
        sequences.push({
          tag: (tag as Name).name,
          properties: isDictionary(properties) ? properties : null,
        });
      }
      if (name === 'EMC' && !sequences.pop()) throw new Error('EMC without BMC');
      if (name === 'Tf') font = this.#font(resources, operands[0] as Name);
      const all = [...outer, ...sequences];
      if (name === 'Do') this.#do(resources, operands[0] as Name, all, depth);
      else if (painting.has(name)) this.#paint(name, operands, font, all);
      operands = [];
    }
    if (sequences.length > 0) throw new Error('marked content does not end');
    if (depth !== outerDepth) throw new Error('q without Q');
  }

  #do(resources: Dictionary, { name }: Name, sequences: readonly Sequence[], depth: number): void {
    const reference = this.#document.dictionary(resources.get('XObject')).get(name) as Reference;
    const { entries } = this.#document.stream(reference);
    if (this.#document.name(entries.get('Subtype')) === 'Image') {
      this.#paint('Do', [], null, sequences);
      return;
    }
    const isMarked = entries.has('StructParents');
    new Interpreter(this.#document, this.#content, isMarked ? reference.number : this.#form).run(
      this.#document.content(reference),
      this.#document.dictionary(entries.get('Resources') ?? resources),
      sequences,
      depth,
    );
  }

  #paint(operator: string, operands: Value[], font: Font | null, sequences: readonly Sequence[]): void {
    const marked = sequences.filter(({ properties }) => properties?.has('MCID'));
    const mcid = (marked.at(-1)?.properties?.get('MCID') as number | undefined) ?? null;
    const isArtifact = sequences.some(({ tag }) => tag === 'Artifact');
    const actual = sequences.find(({ properties }) => properties?.has('ActualText'));
    const language = textIn(
      sequences.findLast(({ properties }) => properties?.has('Lang'))?.properties?.get('Lang'),
    );
    let last = this.#content.painted.at(-1);
    if (!last || last.mcid !== mcid || last.form !== this.#form || last.isArtifact !== isArtifact) {
      last = {
        form: this.#form,
        mcid,
        isArtifact,
        text: '',
        languages: [],
        unmapped: [],
        operators: [],
      };
      this.#content.painted.push(last);
    }
    last.operators.push(operator);
    if (language !== undefined && last.languages.at(-1) !== language) last.languages.push(language);
    const strings = operands.flat().filter((one): one is Buffer => Buffer.isBuffer(one));
    if (strings.length === 0) return;
    if (!font) throw new Error('text without a font');
    for (const string of strings) {
      for (let at = 0; at < string.length; at += 2) {
        const code = string.readUInt16BE(at);
        const text = font.texts.get(code);
        if (text === undefined) last.unmapped.push(`${font.number}:${code}`);
        if (!font.widths.has(code)) last.unmapped.push(`${font.number}:${code} has no width`);
        if (!actual) last.text += text ?? '\ufffd';
      }
    }
    if (actual && !this.#given.has(actual)) {
      this.#given.add(actual);
      last.text += textIn(actual.properties?.get('ActualText'));
    }
  }

  /** Sequences whose ActualText has already been added. */
  readonly #given = new Set<Sequence>();

  #font(resources: Dictionary, { name }: Name): Font {
    const reference = this.#document.dictionary(resources.get('Font')).get(name) as Reference;
    this.#content.fonts.add(reference.number);
    return readFont(this.#document, reference.number);
  }
}

export interface Font {
  number: number;
  texts: Map<number, string>;
  widths: Map<number, number>;
}

const fonts = new WeakMap<PdfDocument, Map<number, Font>>();

export function readFont(document: PdfDocument, number: number): Font {
  let known = fonts.get(document);
  if (!known) {
    known = new Map();
    fonts.set(document, known);
  }
  let font = known.get(number);
  if (!font) {
    const entries = document.dictionary(new Reference(number));
    const [descendant] = document.array(entries.get('DescendantFonts'));
    font = {
      number,
      texts: readToUnicode(document.content(entries.get('ToUnicode'))),
      widths: readWidths(document.array(document.dictionary(descendant).get('W'))),
    };
    known.set(number, font);
  }
  return font;
}

function readToUnicode(cmap: Buffer): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, code, text] of cmap.toString('latin1').matchAll(/^<([0-9a-f]{4})> ?<([0-9a-f]*)>$/gim)) {
    if (code === '0000' && text === 'ffff') continue;
    texts.set(
      Number.parseInt(code as string, 16),
      Buffer.from(text as string, 'hex')
        .swap16()
        .toString('utf16le'),
    );
  }
  return texts;
}

/** Widths of CIDs as lists from a first one, and as ranges of one width (ISO 32000-1, 9.7.4.3). */
function readWidths(array: readonly Value[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at < array.length; ) {
    const [first, second] = [array[at] as number, array[at + 1]];
    if (Array.isArray(second)) {
      for (const [index, width] of (second as number[]).entries()) widths.set(first + index, width);
      at += 2;
    } else {
      for (let cid = first; cid <= (second as number); cid += 1) widths.set(cid, array[at + 2] as number);
      at += 3;
    }
  }
  return widths;
}
