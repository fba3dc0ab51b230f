import { designLimits } from '@sello/contracts';
import type { PdfFile } from '../read/file.ts';
import type { PdfDict, PdfValue } from '../read/values.ts';

type Matrix = [number, number, number, number, number, number];

/** The visible area of a page, upright, with its corner at the origin. */
export interface PageGeometry {
  /** The crop box in the coordinates of the page's content: left, bottom, right, top. */
  bounds: [number, number, number, number];
  /** From these to points. */
  matrix: Matrix;
  /** Points, within `designLimits.pageSide`. */
  width: number;
  height: number;
  /** Whether the page is larger or smaller than one of a design may be. */
  isScaled: boolean;
}

/** US Letter, as viewers show a page without a size. */
const byDefault: PageGeometry['bounds'] = [0, 0, 612, 792];
/** Wider coordinates have no precision left. */
const maxCoordinate = 1_000_000;

function boxOf(file: PdfFile, value: PdfValue | undefined): PageGeometry['bounds'] | null {
  const numbers = file.numbers(value);
  if (numbers.length !== 4 || numbers.some((number) => Math.abs(number) > maxCoordinate)) return null;
  const [a, b, c, d] = numbers as PageGeometry['bounds'];
  const bounds: PageGeometry['bounds'] = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return bounds[2] - bounds[0] > 0 && bounds[3] - bounds[1] > 0 ? bounds : null;
}

/** The geometry of a page with its inherited entries (ISO 32000-1, 7.7.3.4 and 14.11.2); null for a mere line. */
export function geometryOf(file: PdfFile, page: PdfDict): PageGeometry | null {
  const media = boxOf(file, page.get('MediaBox')) ?? byDefault;
  const crop = boxOf(file, page.get('CropBox')) ?? media;
  const cut: PageGeometry['bounds'] = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  const bounds = cut[2] > cut[0] && cut[3] > cut[1] ? cut : media;
  const [left, bottom, right, top] = bounds;
  const turns = (((Math.round((file.number(page.get('Rotate')) ?? 0) / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const isAcross = turns % 2 === 1;
  const [across, up] = isAcross ? [top - bottom, right - left] : [right - left, top - bottom];
  const given = file.number(page.get('UserUnit')) ?? 1;
  const unit = given > 0 && given <= 1_000 ? given : 1;
  const { min, max } = designLimits.pageSide;
  const sides = [across * unit, up * unit];
  const fit =
    Math.max(...sides) > max
      ? max / Math.max(...sides)
      : Math.min(...sides) < min
        ? min / Math.min(...sides)
        : 1;
  const scale = unit * fit;
  const [width, height] = [rounded(across * scale), rounded(up * scale)];
  if (Math.min(width, height) < min || Math.max(width, height) > max) return null;
  const upright: Record<typeof turns, Matrix> = {
    0: [1, 0, 0, 1, -left, -bottom],
    1: [0, -1, 1, 0, -bottom, right],
    2: [-1, 0, 0, -1, right, top],
    3: [0, 1, -1, 0, top, -left],
  };
  const matrix = upright[turns].map((value) => value * scale) as Matrix;
  return { bounds, matrix, width, height, isScaled: fit !== 1 };
}

const rounded = (points: number): number => Math.round(points * 1_000) / 1_000;
