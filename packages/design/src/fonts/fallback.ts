import { catalogueFamilies, type FontCategory, fullCoverage } from './families.ts';

/** Fallback families for Latin, Greek and Cyrillic, the nearest in style first. */
const european: Record<string, readonly string[]> = {
  'Newsreader Display': ['Source Serif 4', fullCoverage],
  Newsreader: ['Source Serif 4', fullCoverage],
  'Source Serif 4': [fullCoverage],
  'Source Sans 3': [fullCoverage],
  'Great Vibes': ['Source Serif 4', fullCoverage],
  [fullCoverage]: ['Source Serif 4'],
};
const defaultEuropean: readonly string[] = ['Source Sans 3', fullCoverage];

/** Fallback families for each other script: one with serifs (or the style that corresponds to it) and one without. */
const scripts: readonly { script: string; serif?: string; sans?: string }[] = [
  { script: 'Arab', serif: 'Noto Naskh Arabic', sans: 'Noto Sans Arabic' },
  { script: 'Hebr', serif: 'Noto Serif Hebrew', sans: 'Noto Sans Hebrew' },
  { script: 'Deva', serif: 'Noto Serif Devanagari', sans: 'Noto Sans Devanagari' },
  { script: 'Beng', serif: 'Noto Serif Bengali', sans: 'Noto Sans Bengali' },
  { script: 'Taml', serif: 'Noto Serif Tamil', sans: 'Noto Sans Tamil' },
  { script: 'Thai', serif: 'Noto Serif Thai', sans: 'Noto Sans Thai' },
  { script: 'Armn', serif: 'Noto Serif Armenian', sans: 'Noto Sans Armenian' },
  { script: 'Geor', serif: 'Noto Serif Georgian', sans: 'Noto Sans Georgian' },
  { script: 'Ethi', serif: 'Abyssinica SIL', sans: 'Noto Sans Ethiopic' },
  { script: 'Tibt', serif: 'Noto Serif Tibetan' },
  { script: 'Gujr', sans: 'Noto Sans Gujarati' },
  { script: 'Guru', sans: 'Noto Sans Gurmukhi' },
  { script: 'Knda', sans: 'Noto Sans Kannada' },
  { script: 'Khmr', sans: 'Noto Sans Khmer' },
  { script: 'Laoo', sans: 'Noto Sans Lao' },
  { script: 'Mlym', sans: 'Noto Sans Malayalam' },
  { script: 'Mymr', sans: 'Noto Sans Myanmar' },
  { script: 'Orya', sans: 'Noto Sans Oriya' },
  { script: 'Sinh', sans: 'Noto Sans Sinhala' },
  { script: 'Telu', sans: 'Noto Sans Telugu' },
  { script: 'Thaa', sans: 'Noto Sans Thaana' },
];

/**
 * Forms of ideographs: simplified and traditional Chinese, Japanese, Korean. The names of their families end in these
 * letters.
 */
export type HanStyle = 'SC' | 'TC' | 'JP' | 'KR';

const hanOrders: Record<HanStyle | 'none', readonly HanStyle[]> = {
  SC: ['SC', 'TC', 'JP', 'KR'],
  TC: ['TC', 'SC', 'JP', 'KR'],
  JP: ['JP', 'TC', 'SC', 'KR'],
  KR: ['KR', 'TC', 'SC', 'JP'],
  // Simplified Chinese has the widest set of ideographs.
  none: ['SC', 'JP', 'KR', 'TC'],
};

/** The ISO 15924 scripts for which a family is a fallback; its coverage data is limited to them. */
export const scriptsOfFamily: ReadonlyMap<string, readonly string[]> = new Map(
  scripts.flatMap(({ script, serif, sans }) =>
    [serif, sans].filter((family) => family !== undefined).map((family) => [family, [script]] as const),
  ),
);

export const emojiFamily = 'Noto Emoji';

const hanStyles = new Map<string, HanStyle | null>();

/** The form of ideographs in a language (BCP 47); null for a language without ideographs and for an invalid tag. */
export function hanStyleOf(language: string | null | undefined): HanStyle | null {
  if (!language) return null;
  let style = hanStyles.get(language);
  if (style === undefined) {
    style = readHanStyle(language);
    // Bounded, because language tags are input; a design uses few.
    if (hanStyles.size < 1_000) hanStyles.set(language, style);
  }
  return style;
}

function readHanStyle(language: string): HanStyle | null {
  try {
    const { script } = new Intl.Locale(language).maximize();
    const styles: Record<string, HanStyle> = { Hans: 'SC', Hant: 'TC', Jpan: 'JP', Kore: 'KR' };
    return (script !== undefined && styles[script]) || null;
  } catch {
    return null;
  }
}

const ideograph = /\p{Script=Han}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

/** The language that the letters beside a text's ideographs show: Japanese by kana, Korean by Hangul. Null without them. */
export function hanLanguageIn(text: string): 'ja' | 'ko' | null {
  if (!ideograph.test(text)) return null;
  return kana.test(text) ? 'ja' : hangul.test(text) ? 'ko' : null;
}

/** A fallback family for the characters of its scripts. */
export interface FallbackFamily {
  family: string;
  /** Whether a character of its coverage is left to another family that is better suited. */
  except(codePoint: number): boolean;
}

const within = (ranges: readonly (readonly [number, number])[]) => (code: number) =>
  ranges.some(([first, last]) => code >= first && code <= last);
const isKana = within([
  [0x3040, 0x30ff],
  [0x31f0, 0x31ff],
  [0xff66, 0xff9f],
  [0x1b000, 0x1b16f],
]);
const isHangul = within([
  [0x1100, 0x11ff],
  [0x3130, 0x318f],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xffa0, 0xffdc],
]);

const none = (): boolean => false;

/** Kana fall back to Japanese and Hangul to Korean families, unless the text is in the language of the family. */
function exceptOf(style: HanStyle, own: HanStyle | null): (code: number) => boolean {
  if (style === own) return none;
  if (style === 'JP') return isHangul;
  if (style === 'KR') return isKana;
  return (code) => isKana(code) || isHangul(code);
}

const of = (family: string): FallbackFamily => ({ family, except: none });

/** The fallback families of `family` for Latin, Greek and Cyrillic, in order. */
export function europeanFallback(family: string): readonly string[] {
  return Object.hasOwn(european, family) ? (european[family] as readonly string[]) : defaultEuropean;
}

/**
 * The fallback families of `family` for other scripts, in order: those of its own category (with serifs or without),
 * those of the other category, emoji, then Chinese, Japanese and Korean in the order that `language` (BCP 47) selects.
 * A character belongs to the first family that covers it, whether or not that family is installed, so that the result
 * does not depend on the order in which packs were downloaded.
 */
export function scriptFallback(family: string, language?: string | null): readonly FallbackFamily[] {
  const category: FontCategory = catalogueFamilies.get(family)?.category ?? 'sans';
  const kinds =
    category === 'serif' || category === 'script'
      ? (['serif', 'sans'] as const)
      : (['sans', 'serif'] as const);
  const style = hanStyleOf(language);
  const ofKind = (kind: 'serif' | 'sans') =>
    scripts.flatMap((entry) => (entry[kind] === undefined ? [] : [of(entry[kind])]));
  const [first, second] = kinds;
  const packs = hanOrders[style ?? 'none'].map(
    (letters): FallbackFamily => ({
      family: `Noto ${first === 'serif' ? 'Serif' : 'Sans'} ${letters}`,
      except: exceptOf(letters, style),
    }),
  );
  return [...ofKind(first), ...ofKind(second), of(emojiFamily), ...packs].filter(
    (entry) => entry.family !== family,
  );
}
