/**
 * History entries and scroll positions of the public root. Both are kept in the form of react-router 8, which goes on
 * with them when it takes the document over: `{ usr, key, idx }` in the entry, positions by key in session storage.
 */
const storageKey = 'react-router-scroll-positions';

interface EntryState {
  usr: null;
  key: string;
  idx: number;
}

const stateOf = (state: unknown): Partial<EntryState> => (state as Partial<EntryState> | null) ?? {};
const keyOf = (state: unknown): string => stateOf(state).key ?? 'default';

/** The entry that is shown; behind `history.state` while another page is loading after "back". */
let current = keyOf(history.state);
let positions: Record<string, number> = {};

/** Takes scroll restoration over from the browser, which would scroll before the page stands. */
export function startEntries(): () => void {
  try {
    positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    positions = {};
  }
  history.scrollRestoration = 'manual';
  const restored = (event: PageTransitionEvent): void => {
    if (event.persisted) history.scrollRestoration = 'manual';
  };
  addEventListener('pagehide', keepPositions);
  addEventListener('pageshow', restored);
  return () => {
    removeEventListener('pagehide', keepPositions);
    removeEventListener('pageshow', restored);
    keepPositions();
  };
}

function keepPositions(): void {
  positions[current] = scrollY;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Without storage a reload begins at the top.
  }
  // The browser restores the position of a document that it loads anew better than a script does.
  history.scrollRestoration = 'auto';
}

/** Moves on to the entry of the page that is about to be drawn; `pop`: the browser has done so already. */
export function enter(address: string, how: 'first' | 'push' | 'replace' | 'pop'): void {
  if (how !== 'first') positions[current] = scrollY;
  if (how === 'push' || how === 'replace') {
    const idx = (stateOf(history.state).idx ?? 0) + (how === 'push' ? 1 : 0);
    const state: EntryState = { usr: null, key: Math.random().toString(36).slice(2, 10), idx };
    if (how === 'push') history.pushState(state, '', address);
    else history.replaceState(state, '', address);
  }
  current = keyOf(history.state);
}

/** Scrolls the page that was just drawn: to where it was left, else to its fragment, else to the top. */
export function restoreScroll(): void {
  const left = positions[current];
  const target = left === undefined && location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (target) target.scrollIntoView();
  else scrollTo(0, left ?? 0);
}
