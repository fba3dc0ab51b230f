import { breakOpportunities, softHyphen, type WordFinder } from './breaks/opportunities.ts';
import type { HardLine, Item } from './hard-lines.ts';
import { type Piece, shapePiece } from './pieces.ts';
import { advancesOf, cutItems, widthOf } from './shaped.ts';

/** A line of text with its items in logical order; widths in ems of the element's size. */
export interface Line {
  of: HardLine;
  /** The visible items, and the trailing white space that hangs (CSS Text 3, 4.1.3). */
  items: readonly Item[];
  hanging: readonly Item[];
  /** Width without hanging white space and without the letter spacing after the last character. */
  width: number;
  hyphen: { piece: Piece; after: Item } | null;
  /** Whether a forced line break or the end of the text follows it. */
  last: boolean;
  /** Whether it is the first line of its paragraph. */
  first: boolean;
}

/** The limits that the box sets for lines, in ems of the element's size. */
export interface Available {
  /** The available width of a line; `first` for the first line of a paragraph. */
  width(line: { of: HardLine; first: boolean }): number;
  /** Whether words wider than a line break between grapheme clusters. */
  breaksWords: boolean;
  /** Letter spacing of the element. */
  spacing: number;
}

const hangs = /[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Properties of a hard line that do not depend on the available width. */
interface Breaks {
  /** Indexes at which a line may begin, and the end of the text. */
  stops: readonly number[];
  /** Those of `stops` that follow a soft hyphen. */
  hyphens: ReadonlySet<number>;
  /** The width of the text before each code unit, in ems of the element's size. */
  before: Float64Array;
  /** Where the grapheme clusters begin; computed when a word must break. */
  clusters: readonly number[] | null;
}

const knownBreaks = new WeakMap<HardLine, Breaks>();

function breaksOf(line: HardLine, words: WordFinder | undefined): Breaks {
  let breaks = knownBreaks.get(line);
  if (!breaks) {
    const stops: number[] = [];
    const hyphens = new Set<number>();
    const language = line.spans[0]?.style.language ?? 'und';
    const { whole } = line;
    const text = whole?.text ?? line.text;
    const flags = breakOpportunities(text, language, words);
    if (whole) {
      for (let index = 1; index < whole.kept.length; index += 1) {
        const at = whole.kept[index] as number;
        // Controls were removed between this code unit and the one before: a line may begin after any of them.
        let flag = 0;
        for (let of = at; of > (whole.kept[index - 1] as number); of -= 1) flag ||= flags[of] as number;
        if (flag !== 0) stops.push(index);
        if (flag === softHyphen) hyphens.add(index);
      }
    } else {
      for (let index = 1; index < flags.length; index += 1) if (flags[index] !== 0) stops.push(index);
    }
    stops.push(line.text.length);
    const before = new Float64Array(line.text.length + 1);
    let pen = 0;
    for (const { piece, start, end, from, style } of line.items) {
      const own = advancesOf(piece).before;
      const zero = own[from] as number;
      for (let index = start; index < end; index += 1) {
        before[index] = pen + ((own[from + index - start] as number) - zero) * style.scale;
      }
      pen += ((own[from + end - start] as number) - zero) * style.scale;
    }
    before[line.text.length] = pen;
    breaks = { stops, hyphens, before, clusters: null };
    knownBreaks.set(line, breaks);
  }
  return breaks;
}

/** The end of the visible text of a line from `start` to `stop`. */
function visibleEnd({ text }: HardLine, start: number, stop: number): number {
  let end = stop;
  while (end > start && hangs.test(text[end - 1] as string)) end -= 1;
  return end;
}

/** The letter spacing after a line's last character, which is not part of its width. */
function trailing(items: readonly Item[]): number {
  const last = items.at(-1);
  return last ? last.piece.spacing * last.style.scale : 0;
}

function sumOf(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) sum += widthOf(item);
  return sum;
}

/** The hyphen that ends a line after an item, in the item's face: U+2010, or U+002D when the face lacks that. */
function hyphenAfter(item: Item): Line['hyphen'] {
  const { face } = item.piece;
  const text = face.covers(0x2010) ? '\u2010' : '-';
  const rightToLeft = item.level % 2 === 1;
  const stretch = { text, script: item.piece.script, start: 0 };
  return { piece: shapePiece(face, stretch, item.style.shape, rightToLeft), after: item };
}

function makeLine(
  of: HardLine,
  items: readonly Item[],
  place: { start: number; stop: number; hyphenated: boolean },
): Line {
  const { start, stop, hyphenated } = place;
  const end = visibleEnd(of, start, stop);
  const [shown, hanging] = end < stop ? cutItems(items, end, true) : [items, []];
  const last = shown.at(-1);
  const hyphen = hyphenated && last ? hyphenAfter(last) : null;
  let width = sumOf(shown);
  if (hyphen) width += hyphen.piece.em * hyphen.after.style.scale;
  width = Math.max(0, width - trailing(shown));
  return {
    of,
    items: shown,
    hanging,
    width,
    hyphen,
    last: stop >= of.text.length,
    first: start === 0 && of.first,
  };
}

/** A hard line as one line, whatever its width. */
export function wholeLine(of: HardLine): Line {
  return makeLine(of, of.items, { start: 0, stop: of.text.length, hyphenated: false });
}

/** Breaks a hard line greedily into lines, each as long as its available width permits. */
export function breakLine(of: HardLine, available: Available, words: WordFinder | undefined): Line[] {
  const size = of.text.length;
  const whole = wholeLine(of);
  if (of.text === '' || whole.width <= available.width(whole)) return [whole];
  const lines: Line[] = [];
  const breaks = breaksOf(of, words);
  const { stops, hyphens, before } = breaks;
  const rest = new Rest(of.items);
  let start = 0;
  let next = 0;
  const make = (stop: number): Made => {
    const [left, right] = cutItems(rest.upTo(stop), stop);
    const place = { start, stop, hyphenated: hyphens.has(stop) };
    return { line: makeLine(of, left, place), right, stop };
  };
  while (start < size) {
    const room = available.width({ of, first: start === 0 && of.first });
    while (next < stops.length && (stops[next] as number) <= start) next += 1;
    let choice = next;
    // An estimate from the widths of the unbroken text; `make` measures the exact width below.
    const from = before[start] as number;
    const estimate = (stop: number) => (before[visibleEnd(of, start, stop)] as number) - from;
    const slack = room + Math.max(0, available.spacing, of.items[0]?.piece.spacing ?? 0) + leeway;
    while (choice + 1 < stops.length && estimate(stops[choice + 1] as number) <= slack) choice += 1;
    let made: Made | null = null;
    const isOverlong = choice === next && estimate(stops[next] as number) > slack;
    for (; choice >= next && !(isOverlong && available.breaksWords); choice -= 1) {
      made = make(stops[choice] as number);
      if (made.line.width <= room) break;
    }
    if (available.breaksWords && !(made && made.line.width <= room)) {
      const visible = visibleEnd(of, start, stops[next] as number);
      made = breakWord(of.text, breaks, { start, end: visible, room }, make) ?? made;
    }
    made ??= make(stops[next] as number);
    lines.push(made.line);
    rest.keep(made.right);
    start = made.stop;
  }
  return lines;
}

/** A line, and the remaining parts of the items that it was cut from. */
interface Made {
  line: Line;
  right: Item[];
  stop: number;
}

/** How far, in ems, an estimated width may be off. */
const leeway = 0.05;

/** The items of a hard line that are not yet in a line, read only as far as the next line may need them. */
class Rest {
  readonly #items: readonly Item[];
  #next = 0;
  #taken: Item[] = [];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  /** The items that begin before an index of the text. */
  upTo(index: number): readonly Item[] {
    while (this.#next < this.#items.length && (this.#items[this.#next] as Item).start < index) {
      this.#taken.push(this.#items[this.#next] as Item);
      this.#next += 1;
    }
    return this.#taken;
  }

  /** Stores the items of `upTo` that remain after the line. */
  keep(items: Item[]): void {
    this.#taken = items;
  }
}

/** The first part of a word wider than the line: as many of its grapheme clusters as fit, at least one. */
function breakWord(
  text: string,
  breaks: Breaks,
  { start, end, room }: { start: number; end: number; room: number },
  make: (stop: number) => Made,
): Made | null {
  breaks.clusters ??= [...graphemes.segment(text)].map(({ index }) => index);
  const { clusters, before } = breaks;
  const first = lowerBound(clusters, start + 1);
  const widest = (before[start] as number) + room + leeway;
  let last = first;
  const at = (place: number) => clusters[place] ?? end;
  while (at(last + 1) < end && (before[at(last + 1)] as number) <= widest) last += 1;
  for (let place = last; place >= first && at(place) < end; place -= 1) {
    const made = make(at(place));
    if (made.line.width <= room || place === first) return made;
  }
  return null;
}

/** The index of the first entry of an ascending list that is not less than a value. */
function lowerBound(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
