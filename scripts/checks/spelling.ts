import { type ErrorFacts, errorTable } from '@sello/contracts';
import { textsOf } from './texts.ts';

interface Rule {
  language: 'en' | 'es' | 'pt';
  /** What no text of the language says. */
  never: RegExp;
  say: string;
}

/** One spelling and one word for one thing in each language. */
const rules: readonly Rule[] = [
  { language: 'en', never: /\be ?mails?\b/i, say: 'e-mail' },
  { language: 'en', never: /\b(?:id|Id) numbers?\b/, say: 'ID number' },
  { language: 'en', never: /\banew\b/, say: 'again' },
  { language: 'es', never: /correo electrónico|e-?mail/i, say: 'correo' },
  { language: 'es', never: /(?<!\p{L})añad/iu, say: 'agregar' },
  { language: 'es', never: /[“”]/, say: '«»' },
  { language: 'pt', never: /\bemails?\b|correio eletrônico/i, say: 'e-mail' },
  { language: 'pt', never: /[«»]/, say: '“”' },
  { language: 'es', never: /2048 a 4096/, say: '2048 o 4096' },
  { language: 'pt', never: /2048 a 4096/, say: '2048 ou 4096' },
];

/** Ticking a row is “seleccionar”, “selecionar”; “elegir”, “escolher” is to take one of several. */
const ticking = /\.(?:select|selectAll|selected_\w+|bulk\.(?:chosen_\w+|clear|bar\..+|grew\..+))$/;
const choosing: Record<string, RegExp> = {
  es: /(?<!\p{L})(?:eleg|elij|elig)/iu,
  pt: /(?<!\p{L})escolh/iu,
};

/** LinkedIn’s own words on its button. */
const quoted = new Set(['verify.linkedin']);

/** Texts of the calls, whose English is the contract’s; screens have their own under `errors.shown`. */
const isOfContract = (key: string): boolean =>
  /^errors\.fallback\./.test(key) ||
  Object.keys(errorTable satisfies Record<string, ErrorFacts>).some(
    (code) => key === `errors.${code}` || key.startsWith(`errors.${code}_`),
  );

/** What a person reads of a text: names of values are none of it. */
const wordsOf = (text: string): string => text.replaceAll(/\{\{\w+\}\}/g, '');

/** Texts that spell a word in another way than the others of their language. */
export function wrongSpelling(root: string): string[] {
  const spelled = rules.flatMap(({ language, never, say }) =>
    [...textsOf(root, language)]
      .filter(
        ([key, text]) =>
          never.test(wordsOf(text)) && !quoted.has(key) && !(language === 'en' && isOfContract(key)),
      )
      .map(([key, text]) => `${key} in ${language} says “${text}”: say ${say}`),
  );
  const ticked = Object.entries(choosing).flatMap(([language, never]) =>
    [...textsOf(root, language)]
      .filter(([key, text]) => ticking.test(key) && never.test(text))
      .map(([key, text]) => `${key} in ${language} says “${text}”: a row is selected, not chosen`),
  );
  return [...spelled, ...ticked];
}
