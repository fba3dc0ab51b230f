import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Has every letter of Latin, Greek (polytonic too) and Cyrillic with all their marks: what no family may fail at. */
const fullCoverage = 'Gentium Book Plus';

/**
 * The families that come with the product, all under the SIL Open Font License, as static TrueType files out of npm or of `fonts/`.
 * Each names what stands in for characters it lacks, the nearest in style first, in the editor and in the PDF alike.
 */
export const bundledFamilies: Record<string, { package?: string; fallback: readonly string[] }> = {
  // Made by fonts/make.py: npm has no static files of the display cut.
  'Newsreader Display': { fallback: ['Source Serif 4', fullCoverage] },
  Newsreader: { package: 'newsreader', fallback: ['Source Serif 4', fullCoverage] },
  'Source Serif 4': { package: 'source-serif-4', fallback: [fullCoverage] },
  'Source Sans 3': { package: 'source-sans-3', fallback: [fullCoverage] },
  'Great Vibes': { package: 'great-vibes', fallback: ['Source Serif 4', fullCoverage] },
  [fullCoverage]: { package: 'gentium-book-plus', fallback: ['Source Serif 4'] },
};

/** Stands in for characters that a family of the operator's folder lacks. */
export const defaultFallback: readonly string[] = ['Source Sans 3', fullCoverage];

const fileName = /^[A-Za-z0-9]+_(\d{3})[A-Za-z]+?(_Italic)?\.ttf$/;

export function bundledFiles(): {
  key: string;
  family: string;
  weight: number;
  italic: boolean;
  path: string;
}[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(bundledFamilies).flatMap(([family, { package: name }]) => {
    const folder = name
      ? dirname(resolve(`@expo-google-fonts/${name}/package.json`))
      : join(import.meta.dirname, '../../fonts');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => ({ path, match: fileName.exec(path.split(/[\\/]/).at(-1) as string) }))
      .filter(({ match }) => match !== null)
      .map(({ path, match }) => ({
        key: match?.[0] as string,
        family,
        weight: Number(match?.[1]),
        italic: match?.[2] !== undefined,
        path: join(folder, path),
      }))
      .sort((a, b) => a.key.localeCompare(b.key, 'en'));
  });
}

const pairwise = new Set([
  'Newsreader Display',
  'Newsreader',
  'Source Serif 4',
  'Source Sans 3',
  'Great Vibes',
  fullCoverage,
]);

/** Whether Latin words of a bundled family are decided pair by pair, which a test holds against whole words. */
export function isPairwise(family: string): boolean {
  return pairwise.has(family);
}
