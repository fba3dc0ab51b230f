import { notifyManager } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { answersOf, callOf } from '../../../scripts/shots/answers.ts';
import type { Fixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { session } from '../../auth/session.ts';
import { startTexts } from '../../i18n/index.ts';
import { until } from '../../state/until.fixture.ts';
import { fetchAll } from '../../ui/deferred/deferred.ts';
import { opening } from './open-document.ts';
import { routeObjects } from './router.tsx';

export interface OpenedScreen {
  place: HTMLElement;
  /** The calls made so far, as `resource fn?query`. */
  calls: string[];
  /** The bodies sent so far, by `resource fn`. */
  bodies: { call: string; body: unknown }[];
  /** The different idempotency keys sent so far with a call. */
  idempotencyKeys: (call: string) => string[];
  /** The paths that were opened in documents of their own. */
  documents: string[];
  /** Runs an action and waits until no query is in flight. */
  settle: (work?: () => unknown) => Promise<void>;
  close: () => Promise<void>;
}

/** A request that takes until it is given up. */
const unanswered = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Loaded once per test file. */
let texts: ReturnType<typeof startTexts> | undefined;

/**
 * Opens a staff screen in jsdom; each call is answered from the current state of `overrides`, by `resource fn`, or of the
 * fixture; `never` is no answer. It is open when an element matches `loaded`.
 */
export async function openScreen(
  path: string,
  fixture: Fixture,
  loaded = 'tbody tr:not(.waiting)',
  overrides: Record<string, { status?: number; body: unknown } | 'never'> = {},
): Promise<OpenedScreen> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Answers arrive outside of `act`, which React would report each time.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Query updates are delivered at once, so that they are rendered when no query is in flight.
  notifyManager.setScheduler(queueMicrotask);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false });
  const calls: string[] = [];
  const documents: string[] = [];
  vi.spyOn(opening, 'document').mockImplementation((to) => void documents.push(to));
  const bodies: OpenedScreen['bodies'] = [];
  const keys: { call: string; key: string }[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const call = callOf(url);
    calls.push(`${call}${url.search}`);
    const key = new Headers(init?.headers).get('idempotency-key');
    if (key !== null) keys.push({ call, key });
    if (typeof init?.body === 'string') bodies.push({ call, body: JSON.parse(init.body) });
    const own = overrides[call];
    if (own === 'never') return unanswered(init?.signal);
    if (own) return Response.json(own.body, { status: own.status ?? 200 });
    const body = answersOf(fixture)[call];
    return Response.json(body ?? { error: 'x', code: 'invalid_function' }, { status: body ? 200 : 404 });
  });
  texts ??= startTexts();
  await texts;
  const user = { id: 'rosa', email: 'rosa@example.org', name: 'Rosa' };
  session.set({ status: 'signed-in', user, accessToken: 'token' });
  const router = createMemoryRouter(routeObjects, { initialEntries: [path] });
  const place = document.createElement('div');
  document.body.append(place);
  const root: Root = createRoot(place);
  const settle = async (work?: () => unknown): Promise<void> => {
    await act(async () => void (await work?.()));
    await until(() => {
      if (queryClient.isFetching() > 0) throw new Error('a query is on its way');
    });
    await act(async () => undefined);
  };
  await act(async () => root.render(<RouterProvider router={router} />));
  await until(() => {
    if (!place.querySelector(loaded)) throw new Error('no row stands yet');
  });
  // Loads the deferred parts, as an idle page does.
  await settle(fetchAll);
  await settle();
  return {
    place,
    calls,
    documents,
    bodies,
    idempotencyKeys: (call) => [...new Set(keys.filter((sent) => sent.call === call).map(({ key }) => key))],
    settle,
    close: async () => {
      await act(async () => root.unmount());
      place.remove();
      queryClient.clear();
      session.set({ status: 'starting' });
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    },
  };
}
