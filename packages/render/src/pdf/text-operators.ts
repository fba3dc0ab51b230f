import { hasVariables, type PlacedLine, type PlacedPiece, type TextLayout } from '@sello/design';
import { AppError } from '@sello/kit';
import type { Frame, Resources } from './content.ts';
import { colorOperands, glyphCode, real, textString } from './syntax.ts';

/** Characters further apart than this read as words of their own; readers then get the word as it is. */
const wordGap = 0.08;

/**
 * Writes a layout's glyphs as one text object, a matrix for each line. The only way from text to operators: a layout
 * whose text still holds a variable is one that nobody filled, and throws AppError `internal`.
 */
export function textOperators(layout: TextLayout, frame: Frame, resources: Resources): string {
  rejectUnfilled(layout);
  const writer = new LineWriter(layout);
  for (const line of layout.lines) if (line.pieces.length > 0) writer.line(line, frame, resources);
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

/** Whether readers would take the letters for words; the text of right-to-left runs they turn round themselves. */
function isSpacedOut({ spacing, run, size }: PlacedPiece): boolean {
  return spacing >= wordGap * size && !run.rightToLeft;
}

class LineWriter {
  readonly #out: string[] = [];
  readonly #styles: TextLayout['styles'];
  #style = 0;
  #size = 0;
  #font = '';
  /** Where the reader's pen stands and what is collected for one TJ. */
  #pen = 0;
  #codes = '';
  #operands = '';

  constructor({ styles }: TextLayout) {
    this.#styles = styles;
  }

  text(): string {
    this.#flush();
    return this.#out.join('\n');
  }

  line(line: PlacedLine, frame: Frame, resources: Resources): void {
    this.#flush();
    this.#out.push(`1 0 0 1 ${real(frame.x + line.x)} ${real(frame.y - line.baseline)} Tm`);
    this.#pen = line.x;
    const shown = line.pieces.map((piece) => ({ piece, ...resources.font(piece) }));
    // Some readers lose the spaces beside a word whose text is given, so a line is given as a whole. Right-to-left
    // pieces are given one by one: readers turn them round themselves.
    const isGiven = ({ piece, extractable: plain }: (typeof shown)[number]) => !plain || isSpacedOut(piece);
    const whole = shown.some(isGiven) && line.pieces.every((piece) => !piece.run.rightToLeft);
    if (whole) this.#open(line.pieces.map((piece) => piece.run.text).join(''));
    for (const entry of shown) {
      this.#dress(entry);
      const alone = !whole && isGiven(entry);
      if (alone) this.#open(entry.piece.run.text);
      this.#piece(entry.piece);
      if (alone) this.#close();
    }
    if (whole) this.#close();
  }

  /** Font, size and colour of what follows, where they differ from what is set. */
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

  #close(): void {
    this.#flush();
    this.#out.push('EMC');
  }

  #piece({ face, run, x, spacing }: PlacedPiece): void {
    const scale = this.#size / face.unitsPerEm;
    const later: { glyph: PlacedPiece['run']['glyphs'][number]; x: number }[] = [];
    let wanted = x;
    for (const [index, glyph] of run.glyphs.entries()) {
      const at = wanted + glyph.dx * scale;
      // Readers join letters that follow each other on one base line: dots and vowels of right-to-left words, which
      // stand before their letter in the file's order, wait until the word is out.
      if (run.rightToLeft && glyph.dy !== 0 && glyph.advance === 0) later.push({ glyph, x: at });
      else this.#glyph(glyph, face, at);
      const next = run.glyphs[index + 1];
      wanted += glyph.advance * scale + (next?.cluster === glyph.cluster ? 0 : spacing);
    }
    for (const { glyph, x: at } of later) this.#glyph(glyph, face, at);
  }

  #glyph(glyph: PlacedPiece['run']['glyphs'][number], face: PlacedPiece['face'], x: number): void {
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
