import { type RefObject, useLayoutEffect, useState } from 'react';

/** CSS pixels of a row: a finger needs more than a pointer. */
const rowHeights = { fine: 36, coarse: 44 };
/** Rows beyond the visible ones on both sides. */
const spare = 8;
/** The height that is rendered before the list is measured, CSS pixels. */
const firstHeight = 900;

export interface RowWindow {
  /** The rows that are rendered: from the first to before the second. */
  from: number;
  to: number;
  rowHeight: number;
  /** Scrolls so that a row is seen. */
  show: (index: number) => void;
}

/** The rows that a scrolled list has to render, so that a thousand of them are as quick as twenty. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [rowHeight] = useState(() =>
    globalThis.matchMedia?.('(pointer: coarse)').matches ? rowHeights.coarse : rowHeights.fine,
  );
  const [range, setRange] = useState({ from: 0, to: Math.ceil(firstHeight / rowHeights.fine) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list can be scrolled less.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const height = element.clientHeight || firstHeight;
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - spare);
      const to = Math.ceil((element.scrollTop + height) / rowHeight) + spare;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const sizes = 'ResizeObserver' in globalThis ? new ResizeObserver(look) : null;
    sizes?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      sizes?.disconnect();
    };
  }, [scroller, rowHeight, count]);
  const show = (index: number) => {
    const element = scroller.current;
    if (!element) return;
    const top = index * rowHeight;
    const height = element.clientHeight || firstHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
  };
  return { ...range, rowHeight, show };
}
