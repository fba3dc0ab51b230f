import { looksOf, wordsOf } from './looks.ts';

/** What words look like, so that a claim in the letters of another script is one, too. */
const looks = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).map((word) => looksOf(word).join('')));

/** Words that say that somebody looked at the organization and found it to be the one it says. */
const confirming = looks(
  `verified verificado verificada confirmed confirmado confirmada validated validado validada authenticated
  autenticado autenticada vérifié vérifiée verificato verificata verifiziert geprüft checked verifyed comprobado comprobada
  confirmé confirmée validé validée authentifié authentifiée`,
);
const official = looks('official oficial officiel officielle ufficiale offiziell');
/** Words that honest institutions have in their names, as some have `official`: only set apart they are a claim. */
const qualifying = looks(
  `certified certificado certificada certifié certifiée accredited acreditado acreditada credenciado credenciada authorized authorised
  autorizado autorizada licensed homologado homologada authentic autêntico autêntica genuine genuino genuina
  legitimate legítimo legítima`,
);
/** Words that make no other statement of a claim. */
const companions = looks(
  `account cuenta conta profile perfil page página site sitio organization organisation organización organização
  institution institución instituição identity identidad identidade issuer emisor emissor
  the el la o a by por pelo pela de sello`,
);
const sello = looksOf('sello').join('');
const marks = /[\u221a\u2611\u237b\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1f6e1}]/u;
/** Letters in dark circles and squares, and those that make flags: Unicode decomposes none of them. */
const framed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const letterOf = (character: string): string => {
  const code = character.codePointAt(0)!;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start)!;
  return String.fromCharCode(0x41 + code - first);
};
/** Bars, which are letters where they stand within a word, and part texts where they do not. */
const bars = /[|\u2223\u00a6]/gu;

const isClaim = (look: string): boolean => confirming.has(look) || official.has(look) || qualifying.has(look);

/** Brackets, quotation marks (without apostrophes), and what stands between two parts of a text. */
const between =
  /(?![‘’])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"<>:;,•·—–―*~_]|(?<=^|\s)[-|/.=+]+(?=\s)|(?<=\s)[-|/.=+]+(?=\s|$)/u;

/**
 * The word or the mark of a name that claims a confirmation; undefined for an honest name. Anywhere a check mark; a word
 * that confirms at the end of a part; and any such word that stands apart, in brackets or behind a dash. “Colegio Oficial
 * de Médicos” and “Institute of Certified Accountants” claim nothing.
 */
export function claimIn(name: string): string | undefined {
  const mark = marks.exec(name)?.[0];
  if (mark !== undefined) return mark;
  const plain = name.replace(framed, letterOf).normalize('NFKC');
  for (const text of new Set([plain, plain.replace(bars, ' | ')])) {
    const parts = text.split(between);
    const isApart = parts.filter((part) => wordsOf(part).length > 0).length > 1;
    for (const part of parts) {
      const claim = claimOfPart(part, isApart);
      if (claim !== undefined) return claim;
    }
  }
  return undefined;
}

function claimOfPart(part: string, isApart: boolean): string | undefined {
  const words = wordsOf(part)
    .flatMap((word) => word.split(/[^\p{L}\p{N}\p{M}|]+/u))
    .map((word) => ({ word, look: looksOf(word).join('') }))
    .filter(({ look }) => look !== '');
  // A word that was taken apart: “v e r i f i e d”.
  for (let first = 0; first < words.length - 1; first++) {
    const tail = words.slice(first);
    if (confirming.has(tail.map(({ look }) => look).join(''))) return tail.map(({ word }) => word).join(' ');
  }
  const isCompanion = ({ look }: { look: string }): boolean => companions.has(look);
  const claim = words.find(({ look }) => isClaim(look));
  if (claim === undefined) return undefined;
  if (words.every((one) => isClaim(one.look) || (isApart && isCompanion(one)))) return claim.word;
  const last = words.findLastIndex((one) => !isCompanion(one));
  const { word, look } = words[last]!;
  const isBySello = words.slice(last).some((one) => one.look === sello);
  return confirming.has(look) || (isBySello && isClaim(look)) ? word : undefined;
}

/**
 * The words that distinguish an institution from others. “Certified” does so, except at the end.
 *
 * @param words what the words of a name look like
 */
export function withoutClaims(words: readonly string[]): string[] {
  const kept = words.filter((look) => !confirming.has(look) && !official.has(look));
  while (qualifying.has(kept.at(-1) ?? '')) kept.pop();
  return kept;
}
