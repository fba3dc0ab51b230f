import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type CatalogueFace, type CatalogueFamily, catalogueFamilies } from '@sello/design/fonts';
import { unpackWebFont } from './web-fonts/woff.ts';

const { resolve } = createRequire(import.meta.url);
const ownFolder = join(import.meta.dirname, '../../fonts');
const maxUnpacked = 64 * 1024 * 1024;

/** The npm package of each family; families without one have their files in `packages/render/fonts`. */
const packages: Record<string, string> = {
  Newsreader: 'newsreader',
  'Source Serif 4': 'source-serif-4',
  'Source Sans 3': 'source-sans-3',
  'Great Vibes': 'great-vibes',
  'Gentium Book Plus': 'gentium-book-plus',
  'Noto Sans Arabic': 'noto-sans-arabic',
  'Noto Sans Armenian': 'noto-sans-armenian',
  'Noto Sans Bengali': 'noto-sans-bengali',
  'Noto Sans Devanagari': 'noto-sans-devanagari',
  'Noto Sans Ethiopic': 'noto-sans-ethiopic',
  'Noto Sans Georgian': 'noto-sans-georgian',
  'Noto Sans Gujarati': 'noto-sans-gujarati',
  'Noto Sans Gurmukhi': 'noto-sans-gurmukhi',
  'Noto Sans Hebrew': 'noto-sans-hebrew',
  'Noto Sans Kannada': 'noto-sans-kannada',
  'Noto Sans Khmer': 'noto-sans-khmer',
  'Noto Sans Lao': 'noto-sans-lao',
  'Noto Sans Malayalam': 'noto-sans-malayalam',
  'Noto Sans Myanmar': 'noto-sans-myanmar',
  'Noto Sans Oriya': 'noto-sans-oriya',
  'Noto Sans Sinhala': 'noto-sans-sinhala',
  'Noto Sans Tamil': 'noto-sans-tamil',
  'Noto Sans Telugu': 'noto-sans-telugu',
  'Noto Sans Thaana': 'noto-sans-thaana',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Naskh Arabic': 'noto-naskh-arabic',
  'Noto Serif Bengali': 'noto-serif-bengali',
  'Noto Serif Devanagari': 'noto-serif-devanagari',
  'Noto Serif Hebrew': 'noto-serif-hebrew',
  'Noto Serif Tibetan': 'noto-serif-tibetan',
  'Abyssinica SIL': 'abyssinica-sil',
  'Noto Emoji': 'noto-emoji',
};
/** Packages of web fonts, for families that npm has only in this format. */
const webPackages: Record<string, string> = {
  'Noto Serif Armenian': 'noto-serif-armenian',
  'Noto Serif Georgian': 'noto-serif-georgian',
  'Noto Serif Tamil': 'noto-serif-tamil',
  'Noto Serif Thai': 'noto-serif-thai',
};

export interface CatalogueFile extends CatalogueFace {
  family: CatalogueFamily;
}

/** The bundled faces. */
export function bundledFiles(): CatalogueFile[] {
  return [...catalogueFamilies.values()]
    .filter(({ origin }) => origin.kind === 'bundled')
    .flatMap((family) => family.faces.map((face) => ({ ...face, family })));
}

/** The path of a bundled face. npm has no static files of Newsreader Display: `fonts/make.py` generated them. */
function pathOf({ family: { family }, path }: CatalogueFile): string {
  const name = packages[family];
  if (name) return resolve(`@expo-google-fonts/${name}/${path}`);
  const webName = webPackages[family];
  return webName ? resolve(`@fontsource/${webName}/${path}`) : join(ownFolder, path);
}

/** The bytes of a bundled face as a TrueType font; a web font is decompressed. */
export function readBundled(file: CatalogueFile): Uint8Array {
  return unpackWebFont(readFileSync(pathOf(file)), maxUnpacked);
}
