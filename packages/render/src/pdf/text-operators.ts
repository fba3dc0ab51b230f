import {
  hasVariables,
  type PlacedLine,
  type PlacedPiece,
  type ShapedGlyph,
  type TextLayout,
} from '@sello/design';
import { AppError } from '@sello/kit';
import type { Frame, Resources, ShownFont } from './content.ts';
import { colorOperands, glyphCode, real, textString } from './syntax.ts';

/** The language of a piece if it differs from that of the surrounding text; else null. */
export type LanguageOf = (piece: PlacedPiece) => string | null;
const noLanguage: LanguageOf = () => null;

/** Letter spacing, in ems, from which readers extract each letter as a word; the text is then given as ActualText. */
const wordGap = 0.08;

/**
 * Writes a layout's glyphs as one text object, with a text matrix for each line. All text is written here: throws AppError
 * `internal` for a layout whose text still contains a variable.
 */
export function textOperators(
  layout: TextLayout,
  frame: Frame,
  resources: Resources,
  languageOf: LanguageOf = noLanguage,
): string {
  rejectUnfilled(layout);
  const writer = new LineWriter(layout, languageOf);
  const last = layout.lines.findLastIndex(({ pieces }) => pieces.length > 0);
  for (const [index, line] of layout.lines.entries()) {
    if (line.pieces.length === 0) continue;
    writer.line(line, frame, resources, index < last ? spaceAfter(line, layout.lines[index + 1]) : null);
  }
  return `BT\n${writer.text()}\nET`;
}

function rejectUnfilled({ lines }: TextLayout): void {
  if (!lines.some(({ pieces }) => pieces.some(({ run }) => run.text.includes('{')))) return;
  const text = lines.map(({ pieces }) => pieces.map(({ run }) => run.text).join('')).join(' ');
  if (hasVariables(text)) {
    throw new AppError('internal', {
      cause: new Error(`a text was painted unfilled: ${text.slice(0, 200)}`),
    });
  }
}

/**
 * The space at a line break, which text extraction needs (ISO 32000-1, 14.8.2.5); null when the line breaks without a
 * space, or when its hanging white space is written.
 */
function spaceAfter({ pieces }: PlacedLine, next: PlacedLine | undefined): PlacedPiece | null {
  const last = pieces.at(-1);
  if (!last || /\s$/.test(last.run.text) || isWithinWord(last, next)) return null;
  const { face } = last;
  if (face.glyphOf(0x20) === undefined) return null;
  const run = face.shape(' ', { rightToLeft: false, script: 'Latn', ligatures: true });
  return { ...last, run, x: last.x + last.width, width: 0, spacing: 0 };
}

/** Whether no source text lies between a piece and the next line, so that the line broke within a word. */
function isWithinWord({ source }: PlacedPiece, next: PlacedLine | undefined): boolean {
  const follows = ({ source: { paragraph, run, start } }: PlacedPiece) =>
    paragraph === source.paragraph && run === source.run && start === source.end;
  return next?.pieces.some(follows) ?? false;
}

/** Whether readers would extract each letter as a word. False for right-to-left runs, which readers reorder themselves. */
function isSpacedOut({ spacing, run, size }: PlacedPiece): boolean {
  return spacing >= wordGap * size && !run.rightToLeft;
}

/** The text of a piece; the hyphen at a line end is a soft hyphen (ISO 32000-1, 14.8.2.2.3). */
const readText = ({ run, isSoftHyphen }: PlacedPiece): string => (isSoftHyphen ? '\u00ad' : run.text);

/**
 * The characters that pdftotext treats as left-to-right: letters of such scripts, digits, and the number separators and
 * terminators of Annex 9 (ES, ET, CS). It inserts a space between one of them and a preceding right-to-left letter, unless
 * a directional mark follows.
 */
const beforeTurn =
  /[[\p{L}--[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]]\p{Nd}\p{Sc}#%+,\-.\/:°±\u060c\u066a\u2030\u2212]$/v;
const rightToLeftMark = '\u200f';

const noText = '\u200b';
/** The distance between the texts of combining marks, in ems: more than the rounding of positions. */
const markStep = 0.005;
/** The largest gap between two letters, in ems, that pdftotext does not extract as a space. */
const largestGap = 0.02;

/** A glyph of zero width that can carry text: that of a zero-width space or non-joiner. */
function carrierOf(face: PlacedPiece['face']): number | undefined {
  const glyphs = [0x200b, 0x200c].map((code) => face.glyphOf(code));
  return glyphs.find((glyph) => glyph !== undefined && glyph !== 0 && face.width(glyph) === 0);
}

interface ShownPiece {
  piece: PlacedPiece;
  texts: ShownFont['texts'];
}

interface PlacedGlyph {
  glyph: ShapedGlyph;
  x: number;
}

/** The glyphs of each cluster, the widest first. */
function lettersOf(placed: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const letters: PlacedGlyph[][] = [];
  for (const one of placed) {
    const letter = letters.at(-1);
    if (letter?.[0]?.glyph.cluster === one.glyph.cluster) letter.push(one);
    else letters.push([one]);
  }
  for (const letter of letters) letter.sort((a, b) => b.glyph.advance - a.glyph.advance);
  return letters;
}

const bySource = ({ source: a }: PlacedPiece, { source: b }: PlacedPiece): number =>
  a.paragraph - b.paragraph || a.run - b.run || a.start - b.start || a.end - b.end;

class LineWriter {
  readonly #out: string[] = [];
  readonly #styles: TextLayout['styles'];
  readonly #languageOf: LanguageOf;
  #style = 0;
  #size = 0;
  #font = '';
  /** The current text position, and the codes and operands collected for one TJ. */
  #pen = 0;
  #codes = '';
  #operands = '';
  /** The text of the line's previous piece. */
  #read = '';

  constructor({ styles }: TextLayout, languageOf: LanguageOf) {
    this.#languageOf = languageOf;
    this.#styles = styles;
  }

  text(): string {
    this.#flush();
    return this.#out.join('\n');
  }

  /** `space` is written at the end of the line for text extraction; it has no width. */
  line(line: PlacedLine, frame: Frame, resources: Resources, space: PlacedPiece | null): void {
    this.#flush();
    this.#out.push(`1 0 0 1 ${real(frame.x + line.x)} ${real(frame.y - line.baseline)} Tm`);
    this.#pen = line.x;
    const isTurned = line.pieces.some(({ run }) => run.rightToLeft);
    // Pieces are written in reading order, which may differ from their visual order.
    const pieces = isTurned ? [...line.pieces].sort(bySource) : line.pieces;
    const shown = pieces.map((piece) => ({ piece, ...resources.font(piece) }));
    // Some readers lose the spaces beside a word with ActualText, so ActualText covers the whole line. Right-to-left
    // pieces get their own: readers reorder them themselves.
    const isGiven = ({ piece, extractable: plain }: (typeof shown)[number]) =>
      !plain || isSpacedOut(piece) || piece.isSoftHyphen;
    const whole = shown.some(isGiven) && line.pieces.every((piece) => !piece.run.rightToLeft);
    if (whole) this.#open(line.pieces.map(readText).join('') + (space?.run.text ?? ''));
    let language: string | null = null;
    this.#read = '';
    for (const entry of shown) {
      const own = this.#languageOf(entry.piece);
      if (own !== language) {
        if (language !== null) this.#close();
        if (own !== null) this.#openLanguage(own);
        language = own;
      }
      this.#dress(entry);
      // In a right-to-left piece each letter has its own text; pdftotext would reverse the ActualText of a whole word.
      const isByLetter = isTurned && entry.piece.run.rightToLeft;
      const alone = !whole && !isByLetter && isGiven(entry);
      if (alone) this.#open(readText(entry.piece));
      this.#piece(entry, alone, resources);
      this.#read = entry.piece.run.text;
      if (alone) this.#close();
    }
    if (language !== null) this.#close();
    if (whole) this.#close();
    else if (space) {
      this.#dress({ ...resources.font(space), piece: space });
      this.#codes += space.run.glyphs.map(({ id }) => glyphCode(id)).join('');
      this.#pen = Number.NaN;
    }
  }

  /** Sets font, size and colour for the next piece, where they differ from the current ones. */
  #dress({ name, piece }: { name: string; piece: PlacedPiece }): void {
    if (name !== this.#font || piece.size !== this.#size) {
      this.#flush();
      this.#out.push(`/${name} ${real(piece.size)} Tf`);
      this.#font = name;
      this.#size = piece.size;
    }
    const before = this.#styles[this.#style]?.fill;
    const fill = this.#styles[piece.style]?.fill;
    this.#style = piece.style;
    if (fill === undefined || fill === before) return;
    this.#flush();
    this.#out.push(`${colorOperands(fill)} rg`);
  }

  #open(text: string): void {
    this.#flush();
    this.#out.push(`/Span<</ActualText${textString(text)}>>BDC`);
  }

  #openLanguage(language: string): void {
    this.#flush();
    this.#out.push(`/Span<</Lang(${language})>>BDC`);
  }

  #close(): void {
    this.#flush();
    this.#out.push('EMC');
  }

  /** `isGiven`: the piece's text is already given as ActualText. */
  #piece({ piece, texts }: ShownPiece, isGiven: boolean, resources: Resources): void {
    const { face, run, x, spacing } = piece;
    const { glyphs, rightToLeft } = run;
    const scale = this.#size / face.unitsPerEm;
    const placed: PlacedGlyph[] = [];
    let wanted = x;
    for (let index = 0; index < glyphs.length; index += 1) {
      const glyph = glyphs[index] as ShapedGlyph;
      const at = wanted + glyph.dx * scale;
      wanted += glyph.advance * scale + (glyphs[index + 1]?.cluster === glyph.cluster ? 0 : spacing);
      if (rightToLeft) placed.push({ glyph, x: at });
      else this.#glyph(glyph, face, at);
    }
    if (rightToLeft) this.#reversed(placed.reverse(), piece, isGiven ? null : texts, resources);
  }

  /**
   * Writes glyphs in reading order, which is the reverse of their visual order. In a letter of several glyphs, such as
   * separate dots, the widest glyph has the text and the others have none.
   */
  #reversed(
    placed: readonly PlacedGlyph[],
    piece: PlacedPiece,
    texts: ShownFont['texts'] | null,
    resources: Resources,
  ): void {
    const { face, run } = piece;
    const carrier = texts === null ? undefined : carrierOf(face);
    const showAs = (text: string | null, { glyph, x }: PlacedGlyph, from: number | null): void => {
      if (text !== null) this.#open(text);
      if (from !== null && carrier !== undefined) this.#carry(carrier, from, piece, resources);
      this.#glyph(glyph, face, x);
      if (text !== null) this.#close();
    };
    const letters = lettersOf(placed);
    for (const [place, letter] of letters.entries()) {
      const base = letter[0] as PlacedGlyph;
      const { cluster } = base.glyph;
      const next = letters[place + 1]?.[0];
      const end = next?.glyph.cluster ?? run.text.length;
      const whole = run.text.slice(cluster, end);
      const turn = this.#turnsAt(run.text, cluster, end) ? rightToLeftMark : '';
      const [first = '', ...marks] = carrier === undefined ? [whole] : whole;
      const text = first + turn;
      // A gap from kerning within a word is covered by the letter, else pdftotext extracts it as a space.
      const nextRight = next ? next.x + (face.width(next.glyph.id) * this.#size) / face.unitsPerEm : base.x;
      const isKerned = piece.spacing === 0 && base.x - nextRight > largestGap * this.#size;
      const from = carrier !== undefined && isKerned ? nextRight : null;
      for (const [index, one] of letter.entries()) {
        const own = index === 0 ? text : '';
        const isKnown = texts === null || (texts.get(one.glyph.id) === own && own !== '');
        const start = index === 0 ? from : null;
        showAs(isKnown && start === null ? null : own, one, start);
      }
      // A mark is placed over the middle of its letter. pdftotext orders by position only and would read it first, so its
      // text is given to an invisible glyph at the letter's left edge.
      for (const [index, mark] of marks.entries()) {
        this.#open(mark);
        const left = (from ?? base.x) - (index + 1) * markStep * this.#size;
        this.#carry(carrier as number, left, piece, resources);
        this.#close();
      }
    }
  }

  /** Writes an invisible glyph. Its size differs from that of letters, which keeps pdftotext from joining it with them. */
  #carry(id: number, x: number, piece: PlacedPiece, resources: Resources): void {
    const glyph = { id, cluster: 0, advance: 0, dx: 0, dy: 0, unsafe: false };
    const run = { text: noText, glyphs: [glyph], rightToLeft: false, advance: 0 };
    const font = this.#font;
    this.#dress({
      name: resources.font({ ...piece, run }).name,
      piece: { ...piece, size: piece.size * 0.9 },
    });
    this.#out.push('3 Tr');
    this.#glyph(glyph, piece.face, x);
    this.#flush();
    this.#out.push('0 Tr');
    this.#dress({ name: font, piece });
  }

  /** Whether a letter is a space after a character that pdftotext treats as left-to-right. */
  #turnsAt(text: string, start: number, end: number): boolean {
    const before = start === 0 ? this.#read : text.slice(0, start);
    return /^\s$/.test(text.slice(start, end)) && beforeTurn.test(before);
  }

  #glyph(glyph: ShapedGlyph, face: PlacedPiece['face'], x: number): void {
    const scale = this.#size / face.unitsPerEm;
    this.#moveTo(x);
    if (glyph.dy !== 0) {
      this.#flush();
      this.#out.push(`${real(glyph.dy * scale)} Ts`);
    }
    this.#codes += glyphCode(glyph.id);
    this.#pen += face.width(glyph.id) * scale;
    if (glyph.dy !== 0) {
      this.#flush();
      this.#out.push('0 Ts');
    }
  }

  #moveTo(x: number): void {
    const thousandths = Math.round(((this.#pen - x) / this.#size) * 1000);
    if (thousandths === 0) return;
    if (this.#codes !== '') this.#operands += `<${this.#codes}>`;
    this.#codes = '';
    this.#operands += String(thousandths);
    this.#pen -= (thousandths / 1000) * this.#size;
  }

  #flush(): void {
    if (this.#codes !== '') this.#operands += `<${this.#codes}>`;
    this.#codes = '';
    if (this.#operands !== '') this.#out.push(`[${this.#operands}]TJ`);
    this.#operands = '';
  }
}
