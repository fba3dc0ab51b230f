/**
 * History entries and scroll positions of the public root. Both use the format of react-router 8, which continues with
 * them after the handover: `{ usr, key, idx }` in `history.state`, positions by key in session storage.
 */
const storageKey = 'react-router-scroll-positions';

interface EntryState {
  usr: null;
  key: string;
  idx: number;
}

const stateOf = (state: unknown): Partial<EntryState> => (state as Partial<EntryState> | null) ?? {};
const keyOf = (state: unknown): string => stateOf(state).key ?? 'default';

/** The key of the rendered entry; differs from `history.state` while a page loads after "back". */
let current = keyOf(history.state);
let positions: Record<string, number> = {};

/**
 * Turns the browser's scroll restoration off: it would scroll before the page is rendered. The returned function turns
 * it on again.
 */
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
  addEventListener('pagehide', savePositions);
  addEventListener('pageshow', restored);
  return () => {
    removeEventListener('pagehide', savePositions);
    removeEventListener('pageshow', restored);
    savePositions();
  };
}

function savePositions(): void {
  positions[current] = scrollY;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Without storage a reload starts at the top.
  }
  // On a full page load the browser restores the position itself.
  history.scrollRestoration = 'auto';
}

/** Writes the history entry of the page that is rendered next; on `pop` the browser has already changed it. */
export function writeEntry(address: string, how: 'first' | 'push' | 'replace' | 'pop'): void {
  if (how !== 'first') positions[current] = scrollY;
  if (how === 'push' || how === 'replace') {
    const idx = (stateOf(history.state).idx ?? 0) + (how === 'push' ? 1 : 0);
    const state: EntryState = { usr: null, key: Math.random().toString(36).slice(2, 10), idx };
    if (how === 'push') history.pushState(state, '', address);
    else history.replaceState(state, '', address);
  }
  current = keyOf(history.state);
}

/** Scrolls the rendered page: to its saved position, else to the fragment, else to the top. */
export function restoreScroll(): void {
  const left = positions[current];
  const target = left === undefined && location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (target) target.scrollIntoView();
  else scrollTo(0, left ?? 0);
}
