import type { SignatureElement, TextElement } from '@sello/contracts';
import { kindOf, type TextLayout } from '@sello/design';
import type { Frame } from '../pdf/content.ts';
import { rectanglePath } from '../pdf/outlines.ts';
import { colorOperands, real } from '../pdf/syntax.ts';
import { textOperators } from '../pdf/text-operators.ts';
import { never, type Painter } from './painter.ts';

/** Position and thickness of underline and strikethrough in ems, as the editor's canvas draws them. */
const decoration = { underline: 0.1, lineThrough: -0.28167, thickness: 0.066667 };

type Boxed = TextElement | SignatureElement;

function decorations(element: Boxed, layout: TextLayout, frame: Frame): string[] {
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

const textPainter: Painter<Boxed, TextLayout> = {
  prepare(element, prefix) {
    for (const request of kindOf(element).fonts(element)) prefix.repertoire(request);
  },
  changesState: never,
  overlaps: never,
  paint(element, layout, frame, { resources }) {
    const parts = [
      `${colorOperands(element.fill)} rg`,
      ...decorations(element, layout, frame),
      textOperators(layout, frame, resources),
    ];
    if (element.fit !== 'clip') return parts.join('\n');
    return `q\n${rectanglePath(frame, element.width, element.height, 0)} W n\n${parts.join('\n')}\nQ`;
  },
};

export const text: Painter<TextElement, TextLayout> = textPainter;
/** A signature is a text that only signed certificates print. */
export const signature: Painter<SignatureElement, TextLayout> = textPainter;
