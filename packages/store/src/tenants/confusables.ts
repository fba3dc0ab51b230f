import table from './confusables.json' with { type: 'json' };

const charOf = (codes: string): string =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));

/** Unicode's table of confusables, and small capitals by the small letter that is the same when case does not count. */
const prototypes = new Map<string, string>();
for (const [prototype, codes] of Object.entries(table.prototypes)) {
  for (const code of codes.split(' ')) prototypes.set(charOf(code), charOf(prototype));
}
for (const [code, letters] of Object.entries(table.smallCapitals)) prototypes.set(charOf(code), letters);

/** Replaces each code point by its prototype (UTS #39, 4). */
export function toPrototypes(text: string): string {
  let looks = '';
  for (const letter of text) looks += prototypes.get(letter) ?? letter;
  return looks;
}
