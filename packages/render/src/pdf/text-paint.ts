import type { PlacedLine, TextLayout, TextStyle } from '@sello/design';
import type { Frame, Resources } from './content.ts';
import { colorOperands, real } from './syntax.ts';
import { textOperators } from './text-operators.ts';

/** Position and thickness of the lines under and through text, in ems, as the editor's canvas draws them. */
const decoration = { underline: 0.1, lineThrough: -0.28167, thickness: 0.066667 };

/** Neighbours on a line that are decorated alike, in points from the left edge of the box. */
interface Stretch {
  x: number;
  width: number;
  size: number;
  style: TextStyle;
}

/** Paints a layout: the lines under and through its text first, then its letters, each in its colour. */
export function paintText(layout: TextLayout, frame: Frame, resources: Resources): string {
  const decorations = layout.lines.flatMap((line) =>
    line.width === 0
      ? []
      : stretchesOf(line, layout).flatMap((stretch) => decorationsOf(stretch, line, frame)),
  );
  const first = layout.styles[0] as TextStyle;
  const isOneColor = layout.styles.every(({ fill }) => fill === first.fill);
  const painted = decorations.map(({ fill, path }) =>
    isOneColor ? path : `${colorOperands(fill)} rg ${path}`,
  );
  const back = isOneColor || painted.length === 0 ? [] : [`${colorOperands(first.fill)} rg`];
  return [
    `${colorOperands(first.fill)} rg`,
    ...painted,
    ...back,
    textOperators(layout, frame, resources),
  ].join('\n');
}

function stretchesOf({ x, width, pieces }: PlacedLine, { styles, fontSize }: TextLayout): Stretch[] {
  const [only] = styles;
  if (styles.length === 1 && only) return [{ x, width, size: fontSize, style: only }];
  const stretches: Stretch[] = [];
  for (const piece of [...pieces].sort((a, b) => a.x - b.x)) {
    const style = styles[piece.style] as TextStyle;
    const last = stretches.at(-1);
    if (last?.style === style && last.size === piece.size) last.width = piece.x + piece.width - last.x;
    else stretches.push({ x: piece.x, width: piece.width, size: piece.size, style });
  }
  return stretches;
}

function decorationsOf(
  { x, width, size, style }: Stretch,
  { baseline }: PlacedLine,
  frame: Frame,
): { fill: string; path: string }[] {
  const offsets = [
    ...(style.underline ? [decoration.underline] : []),
    ...(style.lineThrough ? [decoration.lineThrough] : []),
  ];
  return offsets.map((offset) => {
    const height = decoration.thickness * size;
    const bottom = frame.y - baseline - offset * size - height;
    return {
      fill: style.fill,
      path: `${real(frame.x + x)} ${real(bottom)} ${real(width)} ${real(height)} re f`,
    };
  });
}
