import { emojiFamily, scriptsOfFamily } from '@sello/design/fonts';

/**
 * A few words in each script, with the language they are in: shown in fonts that are made for it, and a font covers a
 * script when it has the letters of the words. By ISO 15924; `Hans` and the like stand for their languages.
 */
const words = {
  Latn: ['en', 'Hamburgefonstiv'],
  Grek: ['el', 'Δίπλωμα Γιώργος Χατζής'],
  Cyrl: ['ru', 'Диплом Жанна Ильина'],
  Arab: ['ar', 'شهادة محمد علي'],
  Hebr: ['he', 'תעודה דוד כהן'],
  Deva: ['hi', 'प्रमाणपत्र राहुल शर्मा'],
  Beng: ['bn', 'সনদপত্র রাহুল দাস'],
  Taml: ['ta', 'சான்றிதழ் அருண்'],
  Thai: ['th', 'ประกาศนียบัตร สมชาย'],
  Armn: ['hy', 'Վկայական Արամ'],
  Geor: ['ka', 'მოწმობა გიორგი'],
  Ethi: ['am', 'የምስክር ወረቀት አበበ'],
  Tibt: ['bo', 'ལག་ཁྱེར བསྟན་འཛིན'],
  Gujr: ['gu', 'પ્રમાણપત્ર રાહુલ'],
  Guru: ['pa', 'ਸਰਟੀਫਿਕੇਟ ਰਾਹੁਲ'],
  Knda: ['kn', 'ಪ್ರಮಾಣಪತ್ರ ರಾಹುಲ್'],
  Khmr: ['km', 'វិញ្ញាបនបត្រ សុខា'],
  Laoo: ['lo', 'ໃບຢັ້ງຢືນ ສົມສະຫວັນ'],
  Mlym: ['ml', 'സർട്ടിഫിക്കറ്റ് രാഹുൽ'],
  Mymr: ['my', 'အောင်လက်မှတ် အောင်'],
  Orya: ['or', 'ପ୍ରମାଣପତ୍ର ରାହୁଲ'],
  Sinh: ['si', 'සහතිකය නිමල්'],
  Telu: ['te', 'ధృవీకరణ రాహుల్'],
  Thaa: ['dv', 'ސެޓްފިކެޓް އަލީ'],
  Hans: ['zh-Hans', '结业证书 王小明'],
  Hant: ['zh-Hant', '結業證書 王小明'],
  Jpan: ['ja', '修了証書 佐藤花子'],
  Kore: ['ko', '수료증 김민준'],
  Zsye: ['en', '🎓 🏅 ⭐'],
} as const satisfies Record<string, readonly [language: string, words: string]>;

export type Script = keyof typeof words;
export const scripts = Object.keys(words) as Script[];

/** Words in a script, with their language and direction. */
export const wordsIn = (script: Script): { text: string; language: string; direction: 'ltr' | 'rtl' } => ({
  text: words[script][1],
  language: words[script][0],
  direction: script === 'Arab' || script === 'Hebr' || script === 'Thaa' ? 'rtl' : 'ltr',
});

/** The scripts whose letters a font has. */
export function scriptsCovered(covers: (codePoint: number) => boolean): Script[] {
  return scripts.filter((script) =>
    [...words[script][1].replaceAll(' ', '')].every((letter) => covers(letter.codePointAt(0) as number)),
  );
}

/** The scripts of the families that come with the product, apart from those that are made for one other script. */
const european: Readonly<Record<string, readonly Script[]>> = {
  'Newsreader Display': ['Latn'],
  Newsreader: ['Latn'],
  'Source Serif 4': ['Latn', 'Grek', 'Cyrl'],
  'Source Sans 3': ['Latn', 'Grek', 'Cyrl'],
  'Great Vibes': ['Latn', 'Cyrl'],
  'Gentium Book Plus': ['Latn', 'Grek', 'Cyrl'],
};
/** Families that have the letters of their script alone; the others of one script have those of Latin too. */
const withoutLatin: ReadonlySet<string> = new Set([
  ...['Noto Serif Armenian', 'Noto Serif Georgian', 'Noto Serif Tamil', 'Noto Serif Thai'],
]);
const ideographic: Readonly<Record<string, Script>> = { SC: 'Hans', TC: 'Hant', JP: 'Jpan', KR: 'Kore' };

/** The scripts that a family of the catalogue is made for, without its files; null for any other family. */
export function scriptsOfCatalogue(family: string): readonly Script[] | null {
  if (Object.hasOwn(european, family)) return european[family] as readonly Script[];
  const own = scriptsOfFamily.get(family);
  if (own) {
    const known = own.filter((script): script is Script => Object.hasOwn(words, script));
    return withoutLatin.has(family) ? known : [...known, 'Latn'];
  }
  if (family === emojiFamily) return ['Zsye'];
  const style = /^Noto (?:Sans|Serif) (SC|TC|JP|KR)$/.exec(family)?.[1];
  return style ? [ideographic[style] as Script, 'Latn'] : null;
}

/** The name of a script in a language, such as `Devanagari`; of a language where a script is that of one. */
export function scriptName(script: Script, tag: string): string {
  const isLanguage = ['Hans', 'Hant', 'Jpan', 'Kore'].includes(script);
  const names = new Intl.DisplayNames(tag, { type: isLanguage ? 'language' : 'script' });
  return names.of(isLanguage ? words[script][0] : script) ?? script;
}
