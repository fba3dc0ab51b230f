import { hasVariables, type PlacedLine, type PlacedPiece, type TextLayout } from '@sello/design';
import { AppError } from '@sello/kit';
import type { Frame, Resources } from './content.ts';
import { glyphCode, real, textString } from './syntax.ts';

/** Letter spacing in ems from which readers take letters for separate words, so that the text needs ActualText. */
const wordGap = 0.08;

/**
 * Writes the glyphs of a layout as one text object with a matrix for each line. All text is written here, so this is
 * also where a variable that was not filled is caught: throws AppError `internal`.
 */
export function textOperators(layout: TextLayout, frame: Frame, resources: Resources): string {
  rejectUnfilled(layout);
  const writer = new LineWriter(layout.fontSize);
  for (const line of layout.lines) if (line.pieces.length > 0) writer.line(line, frame, resources);
  return `BT\n${writer.text()}\nET`;
}

function rejectUnfilled({ lines }: TextLayout): void {
  if (!lines.some(({ pieces }) => pieces.some(({ run }) => run.text.includes('{')))) return;
  const text = lines.map(({ pieces }) => pieces.map(({ run }) => run.text).join('')).join(' ');
  if (hasVariables(text)) {
    throw new AppError('internal', {
      cause: new Error(`a text with an unfilled variable was painted: ${text.slice(0, 200)}`),
    });
  }
}

/** Whether readers would take the letters for separate words. Readers join right-to-left runs themselves. */
function isSpacedOut({ spacing, run }: PlacedPiece, size: number): boolean {
  return spacing >= wordGap * size && !run.rightToLeft;
}

class LineWriter {
  readonly #out: string[] = [];
  readonly #size: number;
  #font = '';
  /** Current position, in points from the left edge of the box. */
  #pen = 0;
  /** Hex codes of the current string, and the finished operands of the current TJ. */
  #codes = '';
  #operands = '';

  constructor(size: number) {
    this.#size = size;
  }

  text(): string {
    this.#flush();
    return this.#out.join('\n');
  }

  line(line: PlacedLine, frame: Frame, resources: Resources): void {
    this.#flush();
    this.#out.push(`1 0 0 1 ${real(frame.x + line.x)} ${real(frame.y - line.baseline)} Tm`);
    this.#pen = line.x;
    const entries = line.pieces.map((piece) => ({ piece, ...resources.font(piece) }));
    // Some readers drop the spaces next to a word with ActualText, so it is set for the whole line. In a line with
    // right-to-left pieces it is set for each piece, because readers reorder those themselves.
    const needsActualText = ({ piece, extractable }: (typeof entries)[number]) =>
      !extractable || isSpacedOut(piece, this.#size);
    const forLine = entries.some(needsActualText) && line.pieces.every((piece) => !piece.run.rightToLeft);
    if (forLine) this.#beginActualText(line.pieces.map((piece) => piece.run.text).join(''));
    for (const entry of entries) {
      if (entry.name !== this.#font) {
        this.#flush();
        this.#out.push(`/${entry.name} ${real(this.#size)} Tf`);
        this.#font = entry.name;
      }
      const forPiece = !forLine && needsActualText(entry);
      if (forPiece) this.#beginActualText(entry.piece.run.text);
      this.#piece(entry.piece);
      if (forPiece) this.#endActualText();
    }
    if (forLine) this.#endActualText();
  }

  /** Starts a marked-content sequence with ActualText (ISO 32000-1, 14.9.4). */
  #beginActualText(text: string): void {
    this.#flush();
    this.#out.push(`/Span<</ActualText${textString(text)}>>BDC`);
  }

  #endActualText(): void {
    this.#flush();
    this.#out.push('EMC');
  }

  #piece({ face, run, x, spacing }: PlacedPiece): void {
    const scale = this.#size / face.unitsPerEm;
    const marks: { glyph: PlacedPiece['run']['glyphs'][number]; x: number }[] = [];
    let origin = x;
    for (const [index, glyph] of run.glyphs.entries()) {
      const at = origin + glyph.dx * scale;
      // Readers join consecutive glyphs on one baseline into words. The raised marks of right-to-left words precede
      // their letter in visual order and would split the word, so they are written after it.
      if (run.rightToLeft && glyph.dy !== 0 && glyph.advance === 0) marks.push({ glyph, x: at });
      else this.#glyph(glyph, face, at);
      const next = run.glyphs[index + 1];
      origin += glyph.advance * scale + (next?.cluster === glyph.cluster ? 0 : spacing);
    }
    for (const { glyph, x: at } of marks) this.#glyph(glyph, face, at);
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
