import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside of what is scrolled into view something counts as seen, CSS pixels. */
const margin = '160px';

/** Whether an element was scrolled into view, once and for all: what is expensive to show waits for it. */
export function useSeen<Of extends HTMLElement>(): [RefObject<Of | null>, boolean] {
  const element = useRef<Of>(null);
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    const watched = element.current;
    if (isSeen || !watched) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
