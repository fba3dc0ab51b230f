import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsOf } from './texts.ts';

/** Letters on both sides of a word; `\b` takes an accented letter for its end. */
const word = (forms: string): RegExp => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'giu');

/** Words of Spanish that address a person as “tú”, wherever they stand. */
const familiar: readonly RegExp[] = [
  word('tú|tu|tus|ti|te|contigo|tuy[oa]s?'),
  // The present of the verbs in use, and those of the subjunctive that are not also a noun.
  word(
    'eres|estás|has|vas|ves|das|sabes|haces|dices|tienes|vienes|puedes|quieres|debes|necesitas|pierdes|vuelves',
  ),
  word(
    'unes|emites|aceptas|conoces|esperas|inicias|recibes|envías|abres|eliges|escribes|usas|entras|creas|dejas',
  ),
  word(
    'puedas|quieras|tengas|hagas|seas|estés|aceptes|olvides|compartas|vuelvas|necesites|pulses|elijas|escribas',
  ),
  // The future and the past: serás, podrás, emitiste, aceptaste.
  word('\\p{L}*[aeid]rás'),
  word(
    '(?!contraste|desgaste|subaste)\\p{L}+aste|(?!existe|consiste|insiste|persiste|resiste|asiste|desiste|triste)\\p{L}{2,}iste',
  ),
  // The pronoun at the end of a verb: darte, uniéndote, únete.
  word(
    '(?!aparte|parte|reparte|comparte|imparte|arte|carta|advierte|convierte|inserte|suerte|fuerte|muerte)\\p{L}+[aei]rte',
  ),
  word('\\p{L}+[áé]ndote|únete|asegúrate|regístrate|identifícate'),
  // The imperative with a pronoun, whose vowel differs from that of “usted”.
  word(
    '(?:guárda|expórta|impórta|simplifíca|pruéba|inténta|revísa|cámbia|envía|cópia|ábre|escríbe|elíge|súbe|pón|haz|quíta|úsa|créa|bórra|cárga)(?:l[aeo]s?|me)',
  ),
];

/** Imperatives of “tú” that are also the third person of the present: they address a person only at the start of a sentence. */
const imperatives =
  'acepta|abre|agrega|añade|arrastra|asigna|avisa|borra|busca|cambia|cierra|comprueba|comparte|confirma|contacta|corrige|crea|elige|elimina|escribe|espera|exporta|genera|guarda|haz|importa|inicia|instala|intenta|introduce|invita|mira|pega|pide|pon|pulsa|quita|recarga|reduce|revisa|selecciona|sube|suelta|toca|usa|verifica|vuelve';
const capitalized = imperatives.replace(/(?<=^|\|)./gu, (letter) => letter.toUpperCase());
const opening = new RegExp(`(?:^|[.:;!?¿¡]\\s*)(${capitalized})(?!\\p{L})`, 'gu');

/** The words in a Spanish text that address a person as “tú”. */
export function familiarWords(text: string): string[] {
  return [
    ...familiar.flatMap((form) => text.match(form) ?? []),
    ...[...text.matchAll(opening)].map(([, found]) => found!),
  ];
}

/** “Função” is the function of a call here; the role of a member is “papel”. */
const role = word('fun(?:ção|ções)');
const callsFunction = ['errors.invalid_function', 'errors.invalid_members_function'];

const letters = ['texts.ts', 'invite-texts.ts', 'mistake-texts.ts'].map(
  (file) => `packages/letters/src/${file}`,
);

/** The sentences of a letter in Spanish. */
function spanishLines(file: string, source: string): [string, string][] {
  const block = /^ {2}es: \{$([\s\S]*?)^ {2}\},?$/m.exec(source)?.[1] ?? '';
  return [...block.matchAll(/'([^'\n]*)'/g)].map(([, text]) => [file, text!]);
}

/** Texts that do not address a person as the others of their language do, or have another word for a role. */
export function wrongAddress(root: string): string[] {
  const ofLetters = letters.flatMap((file) => {
    const lines = spanishLines(file, readFileSync(join(root, file), 'utf8'));
    return lines.length > 0 ? lines : [[file, 'tú: no Spanish sentence is found'] as [string, string]];
  });
  const spanish = [...textsOf(root, 'es'), ...ofLetters].flatMap(([key, text]) =>
    familiarWords(text).map((found) => `${key} in Spanish says “${found}”: people are addressed as “usted”`),
  );
  const portuguese = [...textsOf(root, 'pt')].flatMap(([key, text]) =>
    callsFunction.includes(key) || !text.match(role)
      ? []
      : [`${key} in Portuguese says “${text}”: a role is “papel”`],
  );
  return [...spanish, ...portuguese];
}
