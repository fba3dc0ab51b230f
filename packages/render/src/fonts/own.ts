import { createHash } from 'node:crypto';
import type { Design } from '@sello/contracts';
import { kindOf, printedElements } from '@sello/design';
import { AppError } from '@sello/kit';
import { type FontSource, openSource } from './source.ts';
import type { FontSubsetter } from './subset.ts';

/** A font face that an organization uploaded, as `sanitizeFont` returned it. */
export interface OwnFont {
  /** Hex SHA-256 of the bytes. */
  sha256: string;
  family: string;
  italic: boolean;
  weight: number;
  bytes: Uint8Array;
}

/** The record of an uploaded font, without its bytes. */
export interface OwnFontRecord extends Omit<OwnFont, 'bytes'> {
  key: string;
  createdAt: Date;
  removedAt?: Date;
}

export function ownSource(
  { sha256, family, weight, italic, bytes }: OwnFont,
  subsetter: FontSubsetter,
): FontSource {
  return openSource({ key: sha256, family, weight, italic, bundled: false, read: () => bytes }, subsetter);
}

/** The font families that a design's elements use. */
export function familiesOf(design: Design): Set<string> {
  const families = new Set<string>();
  for (const page of design.pages) {
    for (const element of printedElements(page.elements)) {
      for (const { family } of kindOf(element).fonts(element)) families.add(family);
    }
  }
  return families;
}

/**
 * The uploaded fonts that a design uses, with their bytes. For a frozen revision `at` is when it was frozen: the fonts
 * that existed then are used, including those removed since, so that it always prints the same; for a family without
 * any, the current ones. Throws AppError `object_missing` when bytes do not match the hash of their record.
 */
export async function ownFontsOf(
  design: Design,
  from: {
    list(families: readonly string[]): Promise<readonly OwnFontRecord[]>;
    read(key: string): Promise<Uint8Array>;
  },
  at?: Date,
): Promise<OwnFont[]> {
  const families = [...familiesOf(design)];
  const records = await from.list(families);
  const isLive = ({ removedAt }: OwnFontRecord) => removedAt === undefined;
  const existed = ({ createdAt, removedAt }: OwnFontRecord) =>
    at !== undefined && createdAt <= at && (removedAt === undefined || removedAt > at);
  const chosen = families.flatMap((family) => {
    const all = records.filter((record) => record.family === family);
    const then = all.filter(existed);
    return then.length > 0 ? then : all.filter(isLive);
  });
  return Promise.all(
    chosen.map(async ({ sha256, family, italic, weight, key }) => {
      const bytes = await from.read(key);
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new AppError('object_missing');
      return { sha256, family, italic, weight, bytes };
    }),
  );
}
