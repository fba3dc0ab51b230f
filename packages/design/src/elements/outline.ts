import type { Box } from './bounds.ts';

interface Outlined {
  stroke: string | null;
  strokeWidth: number;
  dash: readonly number[];
}

/** Lengths in points below this are written to the PDF as 0. */
const minLength = 0.000_5;

/** A viewer draws each dash, so their number determines how long a page takes to render. */
const maxDashes = 100_000;

/** An error for an outline with more than 100,000 dashes. `length` of the outline in points. */
export function dashProblems({ stroke, strokeWidth, dash }: Outlined, length: number): readonly unknown[] {
  const period = dash.reduce((sum, one) => sum + (one < minLength ? 0 : one), 0);
  if (stroke === null || strokeWidth === 0 || period === 0) return [];
  const dashes = (length / period) * dash.length;
  return dashes > maxDashes ? [new RangeError(`the outline has ${Math.round(dashes)} dashes`)] : [];
}

/** `dashProblems` of an element whose outline is at most as long as the edges of its box. */
export function boxDashProblems(element: Outlined & Box): readonly unknown[] {
  return dashProblems(element, 2 * (element.width + element.height));
}
