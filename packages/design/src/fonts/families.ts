/** What a family looks like; it decides which faces stand in for characters that the family lacks. */
export type FontCategory = 'serif' | 'sans' | 'script' | 'mono';

/** Where the files of a family come from. */
export type FontOrigin =
  /** Comes with the product. */
  | { kind: 'bundled' }
  /** Too large to come along: fetched once, see `packs.ts`. */
  | { kind: 'pack'; pack: string };

export interface CatalogueFace {
  /** The name of its file, which is its key too. */
  key: string;
  /** The path of the file in its package. */
  path: string;
  weight: number;
  italic: boolean;
}

/** A family that every installation knows, with the faces it has. */
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

/** A family in a package that has a folder with a static TrueType file for each face. */
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

/** A family in a package of web fonts, of which the one with its script's letters is taken. */
function webFont(family: string): CatalogueFamily {
  const name = family.toLowerCase().replaceAll(' ', '-');
  const subset = name.split('-').at(-1);
  const faces = [400, 700].map((weight): CatalogueFace => {
    const key = `${name}-${subset}-${weight}-normal.woff`;
    return { key, path: `files/${key}`, weight, italic: false };
  });
  return { family, category: 'serif', origin: { kind: 'bundled' }, faces };
}

const packed = (family: string, category: FontCategory): CatalogueFamily => ({
  family,
  category,
  origin: { kind: 'pack', pack: family },
  faces: facesOf(family.replaceAll(' ', ''), [400, 700], [], 'flat'),
});

const all = [100, 200, 300, 400, 500, 600, 700, 800, 900];
const from200 = all.slice(1);
const newsreader = from200.slice(0, -1);
/** The languages of the packs, with the letters that end the names of their families. */
const packLetters = ['SC', 'TC', 'JP', 'KR'];
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

/** Has every letter of Latin, Greek (polytonic too) and Cyrillic with all their marks: what no family may fail at. */
export const fullCoverage = 'Gentium Book Plus';

/** The families that people choose for their texts first; the order is the one they are listed in. */
const textFamilies: readonly CatalogueFamily[] = [
  {
    family: 'Newsreader Display',
    category: 'serif',
    origin: { kind: 'bundled' },
    faces: facesOf('NewsreaderDisplay', [400, 500, 600], [400], 'flat'),
  },
  inFolders('Newsreader', 'serif', newsreader, newsreader),
  inFolders('Source Serif 4', 'serif', from200, from200),
  inFolders('Source Sans 3', 'sans', from200, from200),
  inFolders('Great Vibes', 'script', [400]),
  inFolders(fullCoverage, 'serif', [400, 700], [400, 700]),
];

const scriptFamilies: readonly CatalogueFamily[] = [
  ...notoSans.map((script) => inFolders(`Noto Sans ${script}`, 'sans', all)),
  inFolders('Noto Naskh Arabic', 'serif', [400, 500, 600, 700]),
  inFolders('Noto Serif Bengali', 'serif', all),
  inFolders('Noto Serif Devanagari', 'serif', all),
  inFolders('Noto Serif Hebrew', 'serif', all),
  inFolders('Noto Serif Tibetan', 'serif', all),
  inFolders('Abyssinica SIL', 'serif', [400]),
  webFont('Noto Serif Armenian'),
  webFont('Noto Serif Georgian'),
  webFont('Noto Serif Tamil'),
  webFont('Noto Serif Thai'),
  inFolders('Noto Emoji', 'sans', [300, 400, 500, 600, 700]),
];

const packFamilies: readonly CatalogueFamily[] = packLetters.flatMap((letters) => [
  packed(`Noto Sans ${letters}`, 'sans'),
  packed(`Noto Serif ${letters}`, 'serif'),
]);

/** Every family of the catalogue, all under the SIL Open Font License. */
export const catalogueFamilies: ReadonlyMap<string, CatalogueFamily> = new Map(
  [...textFamilies, ...scriptFamilies, ...packFamilies].map((family) => [family.family, family]),
);
