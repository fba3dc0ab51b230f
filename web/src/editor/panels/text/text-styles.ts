import type { Design, DesignPage, TextContent } from '@sello/contracts';
import { holdsText, indexOf } from '../../model/index.ts';

/** What a text looks like, without what it says. */
export type TextLook = Pick<
  TextContent,
  'fontFamily' | 'fontWeight' | 'italic' | 'fontSize' | 'fill' | 'letterCase' | 'charSpacing'
>;

const namesOfLook = [
  ...(['fontFamily', 'fontWeight', 'italic', 'fontSize', 'fill', 'letterCase', 'charSpacing'] as const),
] as const satisfies readonly (keyof TextLook)[];

/** A look that texts of a design have, and of how many. */
export interface UsedLook {
  key: string;
  look: TextLook;
  count: number;
}

const lookOf = (text: TextContent): TextLook =>
  Object.fromEntries(namesOfLook.map((name) => [name, text[name]])) as unknown as TextLook;

/** The looks of the texts of a design, the largest first. */
export function looksOf({ pages }: Pick<Design, 'pages'>): UsedLook[] {
  const used = new Map<string, UsedLook>();
  for (const page of pages) {
    for (const { element } of indexOf(page.elements).values()) {
      if (!holdsText(element)) continue;
      const look = lookOf(element);
      const key = namesOfLook.map((name) => look[name]).join('|');
      used.set(key, { key, look, count: (used.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...used.values()].sort((a, b) => b.look.fontSize - a.look.fontSize || b.count - a.count);
}

export const presets = ['heading', 'subheading', 'body', 'name', 'date'] as const;
export type Preset = (typeof presets)[number];

type Properties = Pick<TextLook, 'fontFamily' | 'fontSize' | 'fill'> &
  Pick<TextContent, 'fit' | 'maxLines' | 'lineHeight'> & {
    italic: boolean;
    width: number;
    height: number;
    paragraphs: TextContent['paragraphs'];
  };

/** The width of the page for which the sizes below are, in points: A4, landscape. */
const usualWidth = 842;

const sizes: Readonly<Record<Preset, { fontSize: number; width: number; lines: number }>> = {
  heading: { fontSize: 34, width: 520, lines: 1 },
  subheading: { fontSize: 20, width: 460, lines: 1 },
  body: { fontSize: 13, width: 380, lines: 3 },
  name: { fontSize: 44, width: 620, lines: 1 },
  date: { fontSize: 13, width: 220, lines: 1 },
};

/**
 * A new text of a kind, in the families that the design has already: the one of its largest text, and for running text
 * the one of its smallest.
 */
export function presetText(
  preset: Preset,
  words: string,
  looks: readonly UsedLook[],
  page: Pick<DesignPage, 'width'>,
): Properties {
  const isLarge = preset === 'heading' || preset === 'name';
  const family = (isLarge ? looks[0] : looks.at(-1))?.look.fontFamily;
  const scale = Math.min(Math.max(page.width / usualWidth, 0.3), 3);
  const { fontSize, width, lines } = sizes[preset];
  const size = Math.round(fontSize * scale);
  const lineHeight = lines > 1 ? 1.4 : 1.2;
  const isOneLine = preset === 'name' || preset === 'date';
  return {
    fontFamily: family ?? (isLarge ? 'Newsreader Display' : 'Newsreader'),
    fontSize: size,
    fill: looks[0]?.look.fill ?? '#1c1a17',
    italic: preset === 'subheading',
    lineHeight,
    // A name is as long as it is: it becomes smaller rather than two lines.
    fit: isOneLine ? 'shrink' : 'wrap',
    maxLines: isOneLine ? 1 : null,
    width: Math.round(width * scale),
    height: Math.round(size * lineHeight * lines * 1.08),
    paragraphs: [{ runs: [{ text: words }] }],
  };
}
