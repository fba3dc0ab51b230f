// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../i18n/index.ts';
import type { Route } from '../../tenancy/routes.ts';
import { routeOf } from './router.tsx';

const route = (path: string, load: Route['load']): Route => ({
  path,
  labelKey: 'header.students',
  texts: [],
  frame: 'staff',
  load,
});

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTexts();
});
afterEach(() => vi.restoreAllMocks());

/** Renders a layout with a link, and in it a screen that fails. */
async function show(load: Route['load']): Promise<HTMLElement> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const frame = (
    <>
      <header>
        <Link to="/other">on</Link>
      </header>
      <Outlet />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          routeOf(route('/broken', load)),
          routeOf(route('/other', async () => () => <h1>Other</h1>)),
        ],
      },
    ],
    { initialEntries: ['/broken'] },
  );
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router} />));
  await vi.waitFor(() => expect(place.querySelector('h1')).not.toBeNull());
  return place;
}

const broken: [string, Route['load']][] = [
  [
    'cannot be drawn',
    async () => () => {
      throw new TypeError('x is not a function');
    },
  ],
  ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
];

describe('a screen that', () => {
  it.each(broken)('%s shows the fault page and keeps the header with its links', async (_, load) => {
    const place = await show(load);
    expect(place.querySelector('main')?.textContent).toContain('This page did not open');
    const link = place.querySelector<HTMLAnchorElement>('header a')!;
    await act(async () => link.click());
    await vi.waitFor(() => expect(place.querySelector('h1')?.textContent).toBe('Other'));
  });
});
