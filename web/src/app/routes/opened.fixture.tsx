import { notifyManager } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { answersOf } from '../../../scripts/shots/answers.ts';
import type { Fixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { session } from '../../auth/session.ts';
import { startTexts } from '../../i18n/index.ts';
import { fetchAll } from '../../ui/deferred/deferred.ts';
import { routeObjects } from './router.tsx';

export interface Opened {
  place: HTMLElement;
  /** The calls that were made, `resource fn?query`. */
  calls: string[];
  /** Does something and waits until nothing is on its way. */
  settle: (work?: () => unknown) => Promise<void>;
  close: () => Promise<void>;
}

/** Once for a file of tests: what was fetched is not fetched again. */
let texts: ReturnType<typeof startTexts> | undefined;

/** Opens a screen of the staff in jsdom, as a browser would, on answers made of the fixture as it stands at each call. */
export async function openScreen(path: string, fixture: Fixture): Promise<Opened> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Answers come when they come, not within an `act`: React would say so each time.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // What an answer changes is told at once, so that it is drawn when nothing is on its way any more.
  notifyManager.setScheduler(queueMicrotask);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false });
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const name = [
      url.pathname.replace('/api/', ''),
      url.searchParams.get('fn'),
      url.searchParams.get('type'),
    ];
    const call = name.filter(Boolean).join(' ');
    calls.push(`${call}${url.search}`);
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
    await vi.waitFor(async () => {
      await act(async () => undefined);
      if (queryClient.isFetching() > 0) throw new Error('a query is on its way');
    });
    await act(async () => undefined);
  };
  await act(async () => root.render(<RouterProvider router={router} />));
  await vi.waitFor(
    async () => {
      await act(async () => undefined);
      if (!place.querySelector('tbody tr:not(.waiting)')) throw new Error('no row stands yet');
    },
    { timeout: 20_000 },
  );
  // The page is at rest: what it defers is there, as it is for a person who looks at it first.
  await settle(fetchAll);
  await settle();
  return {
    place,
    calls,
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
