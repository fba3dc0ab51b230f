import { type RefObject, useEffect, useState } from 'react';

/** An element and what can be focused by script instead of it: the lists around it from the inside out, and the page. */
const placesAround = (element: Element | null): HTMLElement[] => {
  const places: HTMLElement[] = element instanceof HTMLElement ? [element] : [];
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (at.getAttribute('tabindex') === '-1') places.push(at);
  }
  const page = document.getElementById('page');
  if (page && !places.includes(page)) places.push(page);
  return places;
};

const controls = 'button:not(:disabled), a[href]';

/**
 * What takes the place of a removed control: another one of its row, or if the row is gone, the control of the next row
 * (the one before, after the last) that stands where it stood.
 */
function successorOf(control: Element, records: readonly MutationRecord[]): HTMLElement | undefined {
  const removals = new Map(
    records.flatMap((record) => [...record.removedNodes].map((node) => [node, record])),
  );
  const row = [...removals.keys()].find((node) => node.contains(control));
  const from = row && removals.get(row)?.target;
  const left = from instanceof Element ? from.closest('tr, li') : null;
  if (left?.isConnected) return [...left.querySelectorAll<HTMLElement>(controls)].at(-1);
  if (!(row instanceof Element) || !row.matches('tr, li')) return undefined;
  // Rows differ in the buttons of their states: a menu's button is followed by a menu's button.
  const kind = `${control.tagName}${control.hasAttribute('aria-haspopup') ? '[aria-haspopup]' : ''}`;
  const place = [...row.querySelectorAll(kind)].indexOf(control);
  // Rows next to it may have been removed with it.
  const walk = (side: 'nextSibling' | 'previousSibling'): HTMLElement | undefined => {
    for (let at: Node | null | undefined = row; at; ) {
      at = (at.isConnected ? at : removals.get(at))?.[side];
      if (!(at instanceof Element) || !at.isConnected || at.tagName !== row.tagName) continue;
      const alike = [...at.querySelectorAll<HTMLElement>(`${kind}:not(:disabled)`)];
      const found = alike[place] ?? alike.at(-1);
      if (found) return found;
    }
    return undefined;
  };
  return walk('nextSibling') ?? walk('previousSibling');
}

let stopLast = (): void => undefined;

/**
 * Follows a control whose action may remove it with its row. Once the returned function was called and as long as
 * nothing else takes the focus, it is kept: on the control; when its row is removed, on that of a neighbouring row;
 * without one, on what is around them.
 */
export function followFocus(control: Element | null): () => void {
  const places = placesAround(control);
  let isBack = false;
  const placeNow = () => places.find(({ isConnected }) => isConnected);
  const settle = () =>
    requestAnimationFrame(() => {
      if (!isBack) return;
      if (document.activeElement === document.body) placeNow()?.focus();
      else if (document.activeElement !== placeNow()) stop();
    });
  const observer = new MutationObserver((records) => {
    const [place] = places;
    if (!place || place.isConnected) return;
    const successor = successorOf(place, records);
    if (successor) places[0] = successor;
    else places.shift();
    settle();
  });
  const onFocusIn = ({ target }: FocusEvent) => {
    if (isBack && target !== placeNow()) stop();
  };
  // A click beside all controls takes the focus away too; so does the removal, after which it is not connected.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      const isLeft = document.activeElement === document.body && (target as Element).isConnected;
      if (isBack && isLeft && !(target as Element).matches(':disabled')) stop();
    });
  const stop = () => {
    isBack = false;
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    stopLast();
    stopLast = stop;
    isBack = true;
    settle();
  };
}

/** Keeps the focus at a control that may be removed with its row by what it does, without a dialog or a menu. */
export function keepFocus(control: Element): void {
  followFocus(control)();
}

/**
 * Gives the focus back to what had it before a dialog or a menu, or to its neighbour if its row is gone by then or goes
 * later. The dialog's own attempt fails when it is closed by an answer of the server: the page under it is inert until
 * the effects have run.
 */
export function useFocusReturned(to?: RefObject<Element | null>): void {
  const [before] = useState(() => to?.current ?? document.activeElement);
  useEffect(() => followFocus(before), [before]);
}
