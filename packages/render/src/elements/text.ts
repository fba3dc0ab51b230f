import type { TextElement } from '@sello/contracts';
import { layoutText, type PlacedLine, type TextLayout, type TextProblem } from '@sello/design';
import { AppError } from '@sello/kit';
import { colorOperands, glyphCode, real, textString } from '../pdf/syntax.ts';
import type { Frame, Paint, Resources } from './paint.ts';
import { rectanglePath } from './shapes.ts';

/** Position and thickness of the lines under and through text, in ems, as the editor's canvas draws them. */
const decoration = { underline: 0.1, lineThrough: -0.28167, thickness: 0.066667 };
/** Characters further apart than this read as words of their own; readers then get the word as it is. */
const readableSpacing = 0.08;

/** The row's error for what keeps a text from being set. `field` is the element's content, variables unprinted. */
export function problemError(problem: TextProblem, element: TextElement): AppError {
  const where = { element: element.name || element.id, field: element.content.slice(0, 200) };
  const { code, ...details } = problem;
  return new AppError(code, { details: { ...details, ...where } });
}

/** Lays a text out with the page's fonts. Throws AppError when the family is not at hand. */
export function layoutElement(
  element: TextElement,
  text: string,
  resources: Pick<Resources, 'fonts'>,
): TextLayout {
  return layoutText(element, text, resources.fonts);
}

class LineWriter {
  readonly #out: string[] = [];
  readonly #size: number;
  #font = '';
  /** Where the reader's pen stands and what is collected for one TJ. */
  #pen = 0;
  #codes = '';
  #shown = '';

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
    for (const piece of line.pieces) {
      const { name, readable } = resources.font(piece);
      if (name !== this.#font) {
        this.#flush();
        this.#out.push(`/${name} ${real(this.#size)} Tf`);
        this.#font = name;
      }
      const plain = readable && piece.spacing < readableSpacing * this.#size;
      if (!plain) {
        this.#flush();
        this.#out.push(`/Span<</ActualText${textString(piece.run.text)}>>BDC`);
      }
      this.#piece(piece);
      if (!plain) {
        this.#flush();
        this.#out.push('EMC');
      }
    }
  }

  #piece({ face, run, x, spacing }: PlacedLine['pieces'][number]): void {
    const scale = this.#size / face.unitsPerEm;
    let wanted = x;
    for (const [index, glyph] of run.glyphs.entries()) {
      this.#moveTo(wanted + glyph.dx * scale);
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
      const next = run.glyphs[index + 1];
      wanted += glyph.advance * scale + (next?.cluster === glyph.cluster ? 0 : spacing);
    }
  }

  #moveTo(x: number): void {
    const thousandths = Math.round(((this.#pen - x) / this.#size) * 1000);
    if (thousandths === 0) return;
    if (this.#codes !== '') this.#shown += `<${this.#codes}>`;
    this.#codes = '';
    this.#shown += String(thousandths);
    this.#pen -= (thousandths / 1000) * this.#size;
  }

  #flush(): void {
    if (this.#codes !== '') this.#shown += `<${this.#codes}>`;
    this.#codes = '';
    if (this.#shown !== '') this.#out.push(`[${this.#shown}]TJ`);
    this.#shown = '';
  }
}

function decorations(element: TextElement, layout: TextLayout, frame: Frame): string[] {
  const offsets = [
    ...(element.underline ? [decoration.underline] : []),
    ...(element.lineThrough ? [decoration.lineThrough] : []),
  ];
  return layout.lines.flatMap((line) =>
    line.width === 0
      ? []
      : offsets.map((offset) => {
          const height = decoration.thickness * layout.fontSize;
          const bottom = frame.y - line.baseline - offset * layout.fontSize - height;
          return `${real(frame.x + line.x)} ${real(bottom)} ${real(line.width)} ${real(height)} re f`;
        }),
  );
}

/** Text as one object, a matrix for each line; a glyph, a script or a size that fails is thrown by name. */
export const paintText: Paint<TextElement> = (element, frame, { resources, print }) => {
  const { text, empty } = print(element.content);
  if (text === '' || (empty && element.hideWhenEmpty)) return '';
  const layout = layoutElement(element, text, resources);
  const problem = layout.problems[0];
  if (problem) throw problemError(problem, element);
  const writer = new LineWriter(layout.fontSize);
  for (const line of layout.lines) if (line.pieces.length > 0) writer.line(line, frame, resources);
  const parts = [
    `${colorOperands(element.fill)} rg`,
    ...decorations(element, layout, frame),
    `BT\n${writer.text()}\nET`,
  ];
  if (element.fit !== 'clip') return parts.join('\n');
  return `q\n${rectanglePath(frame, element.width, element.height, 0)} W n\n${parts.join('\n')}\nQ`;
};
