/** The style of a family, which determines its fallback families. */
export type FontCategory = 'serif' | 'sans' | 'script' | 'mono';

/** Where the files of a family come from. */
export type FontOrigin =
  /** Bundled with the product. */
  | { kind: 'bundled' }
  /** Too large to be bundled: downloaded once, see `packs.ts`. */
  | { kind: 'pack'; pack: string };

export interface CatalogueFace {
  /** The file name, which is unique among all families. */
  key: string;
  /** The path of the file within its package. */
  path: string;
  weight: number;
  italic: boolean;
}

/** A family that every installation has, or can download, with its faces. */
export interface CatalogueFamily {
  family: string;
  category: FontCategory;
  origin: FontOrigin;
  faces: readonly CatalogueFace[];
}

const weightNames: Record<number, string> = {
  100: '100Thin',
  200: '200ExtraLight',
  300: '300Light',
  400: '400Regular',
  500: '500Medium',
  600: '600SemiBold',
  700: '700Bold',
  800: '800ExtraBold',
  900: '900Black',
};

type Layout = 'folders' | 'flat';

function facesOf(stem: string, weights: readonly number[], italics: readonly number[], layout: Layout) {
  const face = (weight: number, italic: boolean): CatalogueFace => {
    const name = `${weightNames[weight]}${italic ? '_Italic' : ''}`;
    const key = `${stem}_${name}.ttf`;
    return { key, path: layout === 'flat' ? key : `${name}/${key}`, weight, italic };
  };
  return [
    ...weights.map((weight) => face(weight, false)),
    ...italics.map((weight) => face(weight, true)),
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** A family whose package has a folder with a static TrueType file for each face. */
function inFolders(
  family: string,
  category: FontCategory,
  weights: readonly number[],
  italics: readonly number[] = [],
): CatalogueFamily {
  return {
    family,
    category,
    origin: { kind: 'bundled' },
    faces: facesOf(family.replaceAll(' ', ''), weights, italics, 'folders'),
  };
}

/** A family whose package has web fonts, one for each subset of characters; the subset of its script is used. */
function webFont(family: string): CatalogueFamily {
  const name = family.toLowerCase().replaceAll(' ', '-');
  const subset = name.split('-').at(-1);
  const faces = [400, 700].map((weight): CatalogueFace => {
    const key = `${name}-${subset}-${weight}-normal.woff`;
    return { key, path: `files/${key}`, weight, italic: false };
  });
  return { family, category: 'serif', origin: { kind: 'bundled' }, faces };
}

const packFamily = (family: string, category: FontCategory): CatalogueFamily => ({
  family,
  category,
  origin: { kind: 'pack', pack: family },
  faces: facesOf(family.replaceAll(' ', ''), [400, 700], [], 'flat'),
});

const allWeights = [100, 200, 300, 400, 500, 600, 700, 800, 900];
const from200 = allWeights.slice(1);
const newsreaderWeights = from200.slice(0, -1);
/** The suffixes in the names of the pack families: simplified and traditional Chinese, Japanese, Korean. */
const packSuffixes = ['SC', 'TC', 'JP', 'KR'];
const notoSans = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
];

/**
 * Covers all of Latin, Greek (polytonic too) and Cyrillic with their combining marks; the last fallback for these
 * scripts, so that their characters have a glyph in every family.
 */
export const fullCoverage = 'Gentium Book Plus';

/** The families listed first for selection, in this order. */
const textFamilies: readonly CatalogueFamily[] = [
  {
    family: 'Newsreader Display',
    category: 'serif',
    origin: { kind: 'bundled' },
    faces: facesOf('NewsreaderDisplay', [400, 500, 600], [400], 'flat'),
  },
  inFolders('Newsreader', 'serif', newsreaderWeights, newsreaderWeights),
  inFolders('Source Serif 4', 'serif', from200, from200),
  inFolders('Source Sans 3', 'sans', from200, from200),
  inFolders('Great Vibes', 'script', [400]),
  inFolders(fullCoverage, 'serif', [400, 700], [400, 700]),
];

const scriptFamilies: readonly CatalogueFamily[] = [
  ...notoSans.map((script) => inFolders(`Noto Sans ${script}`, 'sans', allWeights)),
  inFolders('Noto Naskh Arabic', 'serif', [400, 500, 600, 700]),
  inFolders('Noto Serif Bengali', 'serif', allWeights),
  inFolders('Noto Serif Devanagari', 'serif', allWeights),
  inFolders('Noto Serif Hebrew', 'serif', allWeights),
  inFolders('Noto Serif Tibetan', 'serif', allWeights),
  inFolders('Abyssinica SIL', 'serif', [400]),
  webFont('Noto Serif Armenian'),
  webFont('Noto Serif Georgian'),
  webFont('Noto Serif Tamil'),
  webFont('Noto Serif Thai'),
  inFolders('Noto Emoji', 'sans', [300, 400, 500, 600, 700]),
];

const packFamilies: readonly CatalogueFamily[] = packSuffixes.flatMap((suffix) => [
  packFamily(`Noto Sans ${suffix}`, 'sans'),
  packFamily(`Noto Serif ${suffix}`, 'serif'),
]);

/** Every family of the catalogue, all under the SIL Open Font License. */
export const catalogueFamilies: ReadonlyMap<string, CatalogueFamily> = new Map(
  [...textFamilies, ...scriptFamilies, ...packFamilies].map((family) => [family.family, family]),
);

const pairwiseFamilies = new Set([
  'Newsreader Display',
  'Newsreader',
  'Source Serif 4',
  'Source Sans 3',
  'Great Vibes',
  'Gentium Book Plus',
]);

/**
 * Whether a bundled family can be shaped from pairs of letters (`FaceOptions.pairwise`); a test of the renderer
 * compares the results with HarfBuzz's.
 */
export function isPairwise(family: string): boolean {
  return pairwiseFamilies.has(family);
}
