const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const split = (text: string): string[] => [...letters.segment(text)].map(({ segment }) => segment);

/** `text` in three: what it shares with the beginning of `other`, what differs, what it shares with its end. */
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
