import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** An element and those around it that can be focused by script, from the inside out: lists, and the page. */
const placesAround = (element: Element | null): HTMLElement[] => {
  const places: HTMLElement[] = element instanceof HTMLElement ? [element] : [];
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (at.getAttribute('tabindex') === '-1') places.push(at);
  }
  return places;
};

/** Focuses the first of the places that is still in the document, unless something else has the focus by then. */
function focusOneOf(places: readonly HTMLElement[]): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) places.find(({ isConnected }) => isConnected)?.focus();
  });
}

/** Gives the focus to what is around an element when the element is removed with the focus in it. */
export function useFocusKept(of: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = of.current;
    return () => {
      if (element?.contains(document.activeElement)) focusOneOf(placesAround(element));
    };
  }, [of]);
}

/**
 * Gives the focus back to what had it before a dialog, or to what is around it if it is gone. The dialog's own attempt
 * fails when it is closed by an answer of the server: the page under it is inert until the effects have run.
 */
export function useFocusReturned(): void {
  const [places] = useState(() => placesAround(document.activeElement));
  useEffect(() => () => focusOneOf(places), [places]);
}
