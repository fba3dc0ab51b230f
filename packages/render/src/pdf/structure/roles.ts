import type { Passage, ReadElement } from './reading-order.ts';

/** The standard structure types of text (ISO 32000-1, 14.8.4.3.2); null for a text that is an artifact. */
export type TextRole = 'P' | `H${1 | 2 | 3 | 4 | 5 | 6}` | null;

/** A text this much larger than the body text is a heading, unless it is as long as a paragraph. */
const headingFactor = 1.2;
const longestHeading = 200;
const deepest = 6;

/**
 * The role of every text. The role set on the element takes precedence; otherwise texts larger than the body text are
 * headings, whose level is the rank of their size in the document. The first heading has level 1 and no heading skips a
 * level (ISO 14289-1, 7.4.2), whichever texts a certificate omits as empty.
 */
export function textRoles(read: readonly ReadElement[]): Map<string, TextRole> {
  const passages = read.flatMap(({ id, passage }) => (passage ? [{ id, ...passage }] : []));
  const running = runningSize(passages);
  const headings = passages.filter((passage) => isHeading(passage, running));
  const sizes = [...new Set(headings.map(({ size }) => size))].sort((a, b) => b - a);
  const roles = new Map<string, TextRole>();
  // The possible levels of the previous heading; several when it is optional.
  let before = new Set([0]);
  for (const passage of passages) {
    const { id, role, size, isOptional } = passage;
    if (!isHeading(passage, running)) {
      roles.set(id, role === 'artifact' ? null : 'P');
      continue;
    }
    const wanted = role === 'title' ? 1 : sizes.indexOf(size) + 1;
    const level = Math.min(wanted, Math.min(...before) + 1, deepest);
    before = new Set(isOptional ? [...before, level] : [level]);
    roles.set(id, `H${level}` as TextRole);
  }
  return roles;
}

function isHeading({ role, size, text }: Passage, running: number): boolean {
  if (role !== 'auto') return role === 'title' || role === 'heading';
  return size >= running * headingFactor && text.length <= longestHeading;
}

/** The font size of the most characters; of several such sizes the smallest. */
function runningSize(passages: readonly Passage[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of passages) letters.set(size, (letters.get(size) ?? 0) + text.length);
  const [most] = [...letters].sort(([a, many], [b, more]) => more - many || a - b);
  return most?.[0] ?? 0;
}
