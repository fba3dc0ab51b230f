import type { DesignPage } from '@sello/contracts';
import { pageSizes, sizeOf } from '../../model/index.ts';

export const papers = ['a4', 'letter', 'square'] as const;
export type Paper = (typeof papers)[number];
export type Orientation = 'portrait' | 'landscape';
type Sides = Pick<DesignPage, 'width' | 'height'>;

const sizes: Readonly<Record<Paper, Readonly<Record<Orientation, Sides>>>> = {
  a4: { portrait: pageSizes.a4Portrait, landscape: pageSizes.a4Landscape },
  letter: { portrait: pageSizes.letterPortrait, landscape: pageSizes.letterLandscape },
  square: { portrait: pageSizes.square, landscape: pageSizes.square },
};

/** The usual paper whose size a page has; `own` for a size of its own. */
export function paperOf(page: Sides): Paper | 'own' {
  const size = sizeOf(page);
  if (size === null) return 'own';
  return papers.find((paper) => size.startsWith(paper)) ?? 'own';
}

/** Null: as wide as high. */
export const orientationOf = ({ width, height }: Sides): Orientation | null =>
  width === height ? null : width > height ? 'landscape' : 'portrait';

/** The sides of a usual paper, lying or standing as a page does. */
export const sidesOf = (paper: Paper, page: Sides): Sides => sizes[paper][orientationOf(page) ?? 'landscape'];

export const units = ['mm', 'pt'] as const;
export type Unit = (typeof units)[number];

/** Points of one of it. */
const pointsOf: Readonly<Record<Unit, number>> = { mm: 72 / 25.4, pt: 1 };
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

export const toUnit = (points: number, unit: Unit): number => twoDecimals(points / pointsOf[unit]);
export const toPoints = (length: number, unit: Unit): number => twoDecimals(length * pointsOf[unit]);
