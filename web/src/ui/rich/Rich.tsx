import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';

/**
 * Renders a text with tags: `<b>12</b>` becomes the element given as `b` around its text, `<name/>` the element given
 * as `name`. Tags do not nest; unknown ones stay as text.
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
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
  return drawn.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}
