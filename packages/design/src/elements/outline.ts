import type { Box } from './bounds.ts';

interface Outlined {
  stroke: string | null;
  strokeWidth: number;
  dash: readonly number[];
}

/** Lengths in points below it are written as 0. */
const shortest = 0.000_5;

/** A viewer draws each dash, so their number decides how long a page takes. */
const mostDashes = 100_000;

/** An error for an outline of so many dashes that no viewer can draw it. `length` of the outline in points. */
export function dashProblems({ stroke, strokeWidth, dash }: Outlined, length: number): readonly unknown[] {
  const period = dash.reduce((sum, one) => sum + (one < shortest ? 0 : one), 0);
  if (stroke === null || strokeWidth === 0 || period === 0) return [];
  const dashes = (length / period) * dash.length;
  return dashes > mostDashes ? [new RangeError(`the outline has ${Math.round(dashes)} dashes`)] : [];
}

/** The same for an element whose outline follows its box, or lies within it. */
export function boxDashProblems(element: Outlined & Box): readonly unknown[] {
  return dashProblems(element, 2 * (element.width + element.height));
}
