import type { DesignElementInput } from '@sello/contracts';
import { newId } from '../state.ts';
import { colorOf } from '../text/css.ts';
import { FabricReader } from './fabric-objects.ts';
import type { ImportedImage, ImportNote } from './imported.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Points in a CSS pixel, which is the unit of fabric. */
const pointsPerPixel = 0.75;
/** A4 across at 96 pixels an inch: a page that has no size of its own. */
const usual = { width: 1123, height: 794 };

/** The canvas of a page: the page itself, or what it holds under one of the usual names. */
function canvasOf(page: Fields): Fields | null {
  const own = [page, page.canvas, page.json, page.data, page.content];
  return own.filter(isFields).find(({ objects }) => Array.isArray(objects)) ?? null;
}

export const isFabricPage = (page: Fields): boolean => canvasOf(page) !== null;

/** The first of several values that is a size of a page in pixels. */
function sideOf(name: 'width' | 'height', ...fields: readonly Fields[]): number {
  const found = fields.map((one) => one[name]).find((value) => typeof value === 'number' && value > 0);
  const points = (typeof found === 'number' ? found : usual[name]) * pointsPerPixel;
  return Math.round(Math.min(Math.max(72, points), 14_400) * 100) / 100;
}

export interface MappedPages {
  /** A design to be validated. */
  design: unknown;
  images: ImportedImage[];
  notes: ImportNote[];
}

/** Pages of fabric objects as a design, in points. What the editor has nothing like is left out and noted. */
export function mapFabricPages(pages: readonly Fields[], file: Fields): MappedPages {
  const reader = new FabricReader(pointsPerPixel);
  const mapped = pages.map((page, index) => {
    const canvas = canvasOf(page) ?? {};
    const [width, height] = [sideOf('width', page, canvas, file), sideOf('height', page, canvas, file)];
    const elements: DesignElementInput[] = reader.page(canvas, index + 1);
    const ground = page.backgroundColor ?? canvas.backgroundColor ?? canvas.background;
    const color = typeof ground === 'string' ? colorOf(ground) : null;
    const picture = canvas.backgroundImage;
    const below = isFields(picture) ? reader.object(picture) : [];
    return {
      ...{ id: newId(), width, height, elements: [...below, ...elements] },
      background: { color: color && color.opacity > 0 ? color.color : '#ffffff' },
    };
  });
  const { locale, dateStyle, timeZone, variables } = file;
  const settings = { locale, dateStyle, timeZone, variables };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    design: { version: 2, ...Object.fromEntries(given), pages: mapped },
    images: reader.images,
    notes: reader.notes,
  };
}
