import { type ComponentType, useEffect } from 'react';
import { createStore, type Store } from '../../state/store.ts';
import { useStore } from '../../state/useStore.ts';

export type Fetched<Props> = 'not yet' | 'failed' | ComponentType<Props>;

/** A component that is loaded after the first screen. */
export interface Deferred<Props> {
  state: Store<{ part: Fetched<Props> }>;
  /** Loads it once; again after a failure. Never throws: the result is the state. */
  fetch(): Promise<void>;
}

const all = new Set<Deferred<never>>();
let isIdle = false;

/** Makes a component that is loaded on request, or once the page is idle, whichever comes first. */
export function deferred<Props>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  const state = createStore<{ part: Fetched<Props> }>({ part: 'not yet' });
  let under: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
    // An error that is shown belongs to the last attempt, not to the one that is under way.
    if (!under && state.get().part === 'failed') state.set({ part: 'not yet' });
    under ??= load()
      .then((part) => state.set({ part }))
      .catch(() => {
        under = undefined;
        state.set({ part: 'failed' });
      });
    return under;
  };
  const made: Deferred<Props> = { state, fetch };
  all.add(made as Deferred<never>);
  if (isIdle) void fetch();
  return made;
}

/**
 * The component's current state; requests it when `wanted`, and retries a failure every `againMs` where people cannot
 * retry by hand.
 */
export function useDeferred<Props>(of: Deferred<Props>, wanted = true, retryMs?: number): Fetched<Props> {
  const { part } = useStore(of.state);
  useEffect(() => {
    if (wanted) void of.fetch();
  }, [of, wanted]);
  const hasFailed = part === 'failed';
  useEffect(() => {
    if (!wanted || !hasFailed || retryMs === undefined) return;
    const again = setInterval(() => void of.fetch(), retryMs);
    return () => clearInterval(again);
  }, [of, wanted, hasFailed, retryMs]);
  return part;
}

/**
 * Loads every component deferred so far, and those that these defer in turn. One whose load has failed is left to whoever
 * wants it: loaded from here, it would open, or lose its error, under the hand of a user who is about to retry.
 */
export async function fetchAll(): Promise<void> {
  let known: number;
  do {
    known = all.size;
    await Promise.all(
      [...all].map((part) => (part.state.get().part === 'failed' ? undefined : part.fetch())),
    );
  } while (all.size > known);
}

/** Loads all deferred components once the page is idle, so that they open at once. */
export function fetchDeferred(): void {
  whenIdle(() => {
    isIdle = true;
    void fetchAll();
  });
}

/** Delay in browsers without `requestIdleCallback` (Safari), ms. */
const soon = 500;

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, soon);
}
