import type { Design } from '../design.ts';

/** What a design is drawn in: its colours (`#rrggbb`) and font families, those that most elements use first. */
export interface DesignBrand {
  colors: string[];
  families: string[];
}

/** How much of it an editor shows. */
export const brandLimits = { colors: 24, families: 12 } as const;

interface Found {
  colors: ReadonlySet<string>;
  families: ReadonlySet<string>;
}

const known = new WeakMap<object, Found>();

const words = new Set(['text', 'name', 'alt', 'content', 'rows', 'header', 'label', 'sample', 'fallback']);

/** Whether a property of a part of a design holds words. Words that look like a colour are none. */
export const isWordsOfDesign = (name: string): boolean => words.has(name);

/** What is used anywhere in a part of a design. Parts never change, so that each is looked through once. */
function foundIn(part: object): Found {
  let found = known.get(part);
  if (!found) {
    const colors = new Set<string>();
    const families = new Set<string>();
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string') {
        if (name === 'fontFamily') families.add(value);
        else if (value.length === 7 && !isWordsOfDesign(name) && /^#[0-9a-f]{6}$/i.test(value))
          colors.add(value.toLowerCase());
      } else if (typeof value === 'object' && value !== null) {
        const inner = foundIn(value as object);
        for (const color of inner.colors) colors.add(color);
        for (const family of inner.families) families.add(family);
      }
    }
    found = { colors, families };
    known.set(part, found);
  }
  return found;
}

/** The colours and families of a design, each counted once for every element and background that has it. */
export function brandOf({ pages }: Pick<Design, 'pages'>): DesignBrand {
  const colors = new Map<string, number>();
  const families = new Map<string, number>();
  const count = (counts: Map<string, number>, names: Iterable<string>) => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const { background, elements } of pages) {
    for (const part of [background, ...elements]) {
      const found = foundIn(part);
      count(colors, found.colors);
      count(families, found.families);
    }
  }
  return { colors: mostUsed(colors), families: mostUsed(families) };
}

/** The names that were counted, the highest count first; those of one count as they came. */
export const mostUsed = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
