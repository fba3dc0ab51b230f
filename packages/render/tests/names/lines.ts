import type { FontLibrary } from '../../src/index.ts';
import { distance, layoutLines, measureLines, startsOf, widths } from '../languages/chromium.ts';
import { type ChromiumPainter, facesOf } from './boxes.ts';
import { localeOf } from './cldr.ts';

/** A text of many names, joined as a list in its language: some in quotation marks, some followed by a number. */
export function listOf(language: string, names: readonly string[]): string {
  const { listMiddle, listEnd, quotes } = localeOf(language);
  const items = names.map((name, index) => {
    if (index % 4 === 1) return `${quotes[0]}${name}${quotes[1]}`;
    return index % 4 === 3 ? `${name} (${1990 + index})` : name;
  });
  const join = (pattern: string, before: string, next: string) =>
    pattern.replace('{0}', () => before).replace('{1}', () => next);
  return items.reduce((before, next, index) =>
    join(index === items.length - 1 ? listEnd : listMiddle, before, next),
  );
}

export interface LineCheck {
  /** One entry for each width. */
  layouts: {
    width: number;
    /** The indexes at which our lines begin, and those of Chromium. */
    ours: number[];
    theirs: number[];
    /** In points; null if the lines break differently. */
    distance: number | null;
  }[];
}

/** Lays out one text at every width, here and in Chromium. `wider`: points added to our width, as a negative control. */
export async function compareLines(
  painter: ChromiumPainter,
  text: { text: string; language: string },
  { fonts, fontFamily, wider = 0 }: { fonts: FontLibrary; fontFamily: string; wider?: number },
): Promise<LineCheck> {
  const layouts = widths.map((width) => layoutLines(text, fonts, width + wider, fontFamily));
  const used = layouts.flatMap(({ lines }) => lines.flatMap(({ pieces }) => pieces.map(({ face }) => face)));
  const families = facesOf(fonts, { language: text.language, fontFamily, fontWeight: 400 }, used);
  await painter.load(families);
  const measured = await measureLines(painter.page, text, families);
  return {
    layouts: layouts.map((ours, index) => {
      const theirs = measured[index]!;
      const starts = startsOf(ours);
      const isEqual = starts.join() === theirs.starts.join();
      return {
        width: widths[index] as number,
        ours: starts,
        theirs: theirs.starts,
        distance: isEqual ? distance(ours, theirs) : null,
      };
    }),
  };
}
