import type { Decoration, TextLayout, TextStyle } from '@sello/design';
import type { Frame, Resources } from './content.ts';
import { colorOperands, real } from './syntax.ts';
import { type LanguageOf, textOperators } from './text-operators.ts';

/** Paints a layout: the underlines, the glyphs, then the strikeouts, each in its colour. */
export function paintText(
  layout: TextLayout,
  frame: Frame,
  resources: Resources,
  languageOf?: LanguageOf,
): string {
  const { styles, lines } = layout;
  const first = styles[0] as TextStyle;
  const isOneColor = styles.every(({ fill }) => fill === first.fill);
  const decorations = lines.flatMap((line) => line.decorations);
  const isAbove = ({ kind }: Decoration) => kind === 'lineThrough';
  const paint = (list: readonly Decoration[]) =>
    list.map((decoration) => {
      const { fill } = styles[decoration.style] as TextStyle;
      const path = rectangle(decoration, frame);
      return isOneColor ? path : `${colorOperands(fill)} rg ${path}`;
    });
  const below = paint(decorations.filter((decoration) => !isAbove(decoration)));
  const back = isOneColor || below.length === 0 ? [] : [`${colorOperands(first.fill)} rg`];
  return [
    `${colorOperands(first.fill)} rg`,
    ...below,
    ...back,
    textOperators(layout, frame, resources, languageOf),
    ...paint(decorations.filter(isAbove)),
  ].join('\n');
}

function rectangle({ x, y, width, height }: Decoration, frame: Frame): string {
  return `${real(frame.x + x)} ${real(frame.y - y - height)} ${real(width)} ${real(height)} re f`;
}
