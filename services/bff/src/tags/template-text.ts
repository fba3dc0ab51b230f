import { parseText } from '@sello/design';

/** Characters that are looked at, of one text and of all. A certificate has a few hundred; a design may have millions. */
const longest = { text: 4_000, all: 60_000 };

/** Links and e-mail addresses, which say nothing of the subject; the latter are those of people. */
const isAddress = (part: string): boolean =>
  part.includes('://') || part.includes('@') || part.startsWith('www.');
const withoutAddresses = (text: string): string =>
  text.replace(/\S+/gu, (part) => (isAddress(part) ? ' ' : part)).trim();

/** The beginnings of the texts of a template without addresses, together at most `longest.all` characters. */
export function boundedTexts(texts: readonly string[], all = longest.all): string[] {
  const kept: string[] = [];
  let left = all;
  for (const text of texts) {
    if (left <= 0) break;
    const part = text.slice(0, Math.min(longest.text, left));
    left -= part.length;
    const read = withoutAddresses(part);
    if (read !== '') kept.push(read);
  }
  return kept;
}

/** The text with the name of each variable in its place: `Dear [fullName]`. */
export function withVariableNames(text: string): string {
  return parseText(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.name}]`))
    .join('');
}
