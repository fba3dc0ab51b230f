import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

/**
 * A text with marked parts: `<b>12</b>` becomes the element given as `b` around those words, `<name/>` the one given as
 * `name` as it is. Marks do not nest; one that nothing is given for stays as it was written.
 */
export function Rich({ text, parts }: { text: string; parts: Record<string, ReactElement> }) {
  const drawn: ReactNode[] = [];
  let read = 0;
  for (const found of text.matchAll(/<(\w+)(?:\/>|>(.*?)<\/\1>)/gs)) {
    const [mark, name = '', words] = found;
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!part) continue;
    drawn.push(text.slice(read, found.index), words === undefined ? part : cloneElement(part, {}, words));
    read = found.index + mark.length;
  }
  drawn.push(text.slice(read));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order.
  return drawn.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}
