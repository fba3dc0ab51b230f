import type { CatalogSummary } from '@sello/contracts';

const entries = [
  ['Ink border and seal', 'en', ['course', 'landscape'], 842, 595],
  ['Green band', 'en', ['course'], 842, 595],
  ['Blue rules', undefined, ['attendance'], 842, 595],
  ['Diploma, upright', 'en', ['diploma', 'portrait'], 595, 842],
  ['Ochre frame', 'es', ['mención'], 792, 612],
  ['Record with modules', 'pt', [], 842, 595],
  ['Engraved lines', 'en', ['course', 'diploma'], 842, 595],
  ['Plain, one signature', undefined, ['course', 'short'], 600, 600],
  ['Poster', undefined, [], 800, 500],
] as const;

/** Invented entries of the catalog; the last has no thumbnail. */
export function createCatalog(
  unbroken: (text: string) => string,
  stretch: (text: string) => string,
): CatalogSummary[] {
  return entries.map(([name, language, tags, width, height], place) => ({
    _id: (500 + place).toString(16).padStart(24, '0'),
    ...(language && { language }),
    builtIn: place < 5,
    name: place === 1 ? unbroken(name) : stretch(name),
    tags: place === 0 ? tags.map(unbroken) : [...tags],
    rev: 1,
    updatedAt: new Date(Date.now() - 86_400_000 * (1 + 11 * place)).toISOString(),
    ...(place < entries.length - 1 && { thumbnailUrl: `/assets/thumb-${place % 6}.png` }),
    size: { width, height },
  }));
}
