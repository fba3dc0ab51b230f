import { type RefObject, useEffect, useState } from 'react';

/** CSS pixels of a row. */
const rowHeight = 36;
/** Rows beyond the visible ones on both sides. */
const spare = 6;

/** The rows that a list in a scrolled panel has to render, so that a thousand of them are as quick as twenty. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
): { from: number; to: number; rowHeight: number } {
  const [range, setRange] = useState({ from: 0, to: 60 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is looked at anew.
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>('.side');
    if (!scroller || !list.current) return;
    const look = () => {
      const top = scroller.scrollTop - (list.current?.offsetTop ?? 0);
      const height = scroller.clientHeight || 800;
      const from = Math.max(0, Math.floor(top / rowHeight) - spare);
      const to = Math.ceil((top + height) / rowHeight) + spare;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [list, count]);
  return { ...range, rowHeight };
}
