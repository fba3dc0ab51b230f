/** Width and height of upright sheets in points: ISO 216, and the sizes of North America. */
const papers: readonly (readonly [name: string, width: number, height: number])[] = [
  ['A3', 841.89, 1190.55],
  ['A4', 595.28, 841.89],
  ['A5', 419.53, 595.28],
  ['Letter', 612, 792],
  ['Legal', 612, 1008],
];

/** Sizes made from pixels or whole millimetres are off by this much, in points. */
const tolerance = 1.5;

/** The name of a page's paper, if it has one, and how it lies. `width` and `height` in points. */
export function paperOf({ width, height }: { width: number; height: number }) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= tolerance;
  const paper = papers.find(([, across, up]) => isNear(short, across) && isNear(long, up));
  const format = isNear(short, long) ? 'square' : width > height ? 'landscape' : 'portrait';
  return { name: paper?.[0], format } as const;
}
