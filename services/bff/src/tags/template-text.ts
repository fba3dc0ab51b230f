import { parseText } from '@sello/design';

/** Characters that are looked at, of one text and of all. A certificate has a few hundred; a design may have millions. */
const longest = { text: 4_000, all: 60_000 };

/** The beginnings of the texts of a template, together at most `longest.all` characters. */
export function boundedTexts(texts: readonly string[], all = longest.all): string[] {
  const kept: string[] = [];
  let left = all;
  for (const text of texts) {
    if (left <= 0) break;
    if (text.trim() === '') continue;
    const part = text.slice(0, Math.min(longest.text, left));
    kept.push(part);
    left -= part.length;
  }
  return kept;
}

/** The text with the name of each variable in its place: `Dear [fullName]`. */
export function withVariableNames(text: string): string {
  return parseText(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.name}]`))
    .join('');
}
