/** Capitals, accents, dashes, apostrophes and spaces do not matter: a person types the name to confirm, not to prove it. */
export function isSameName(typed: string, name: string): boolean {
  return lettersOf(typed) === lettersOf(name) && typed.trim() !== '';
}

function lettersOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // A name without any letter is compared as it is.
  return letters === '' ? name.trim() : letters;
}
