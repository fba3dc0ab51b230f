const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const split = (text: string): string[] => [...letters.segment(text)].map(({ segment }) => segment);

/** Splits `text` in three: the prefix it shares with `other`, what differs, and the suffix it shares. */
export function difference(text: string, other: string): readonly [string, string, string] {
  const [one, two] = [split(text), split(other)];
  const shortest = Math.min(one.length, two.length);
  let head = 0;
  while (head < shortest && one[head] === two[head]) head++;
  let tail = 0;
  while (tail < shortest - head && one.at(-1 - tail) === two.at(-1 - tail)) tail++;
  const end = one.length - tail;
  return [one.slice(0, head).join(''), one.slice(head, end).join(''), one.slice(end).join('')];
}
