import { type ComponentType, useEffect } from 'react';
import { createStore, type Store } from '../../state/store.ts';
import { useStore } from '../../state/useStore.ts';

export type Fetched<Props> = 'not yet' | 'failed' | ComponentType<Props>;

/** A part of the interface that the first screen does not need. */
export interface Deferred<Props> {
  state: Store<{ part: Fetched<Props> }>;
  /** Fetches it, once; again after a failure. Never throws: what came of it is the state. */
  fetch(): Promise<void>;
}

const all = new Set<Deferred<never>>();
let isIdle = false;

/** Makes a part that is fetched when it is asked for, or once the page is at rest, whichever comes first. */
export function deferred<Props>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  const state = createStore<{ part: Fetched<Props> }>({ part: 'not yet' });
  let under: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
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
 * The part as it is now; asked for when it is `wanted`, and where nobody can ask again by hand, every `againMs` that it
 * could not be had.
 */
export function useDeferred<Props>(of: Deferred<Props>, wanted = true, againMs?: number): Fetched<Props> {
  const { part } = useStore(of.state);
  useEffect(() => {
    if (wanted) void of.fetch();
  }, [of, wanted]);
  const hasFailed = part === 'failed';
  useEffect(() => {
    if (!wanted || !hasFailed || againMs === undefined) return;
    const again = setInterval(() => void of.fetch(), againMs);
    return () => clearInterval(again);
  }, [of, wanted, hasFailed, againMs]);
  return part;
}

/** Fetches every part that the modules so far defer. */
export async function fetchAll(): Promise<void> {
  await Promise.all([...all].map((part) => part.fetch()));
}

/** The first screen stands: what it defers is fetched while nothing else goes on, so that it opens at once. */
export function fetchDeferred(): void {
  whenIdle(() => {
    isIdle = true;
    void fetchAll();
  });
}

/** Safari has no idle callbacks: a moment after the page was drawn stands for one, ms. */
const soon = 500;

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, soon);
}
