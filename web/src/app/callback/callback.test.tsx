// @vitest-environment jsdom
import { act, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../auth/session.ts';
import { startTexts } from '../../i18n/index.ts';
import { RoutesContext } from '../../tenancy/routes.ts';
import { type Navigation, NavigationContext } from '../../ui/link/navigation.ts';
import { routes } from '../routes/table.ts';
import { Callback } from './Callback.tsx';

vi.mock('../../auth/client.ts', () => ({ finishCallback: async () => 'ok' }));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the callback', () => {
  it('leads to where the person was going, also when React renders the page a second time before it is shown', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', async () => Response.json([]));
    await startTexts();
    session.set({
      status: 'signed-in',
      user: { id: 'rosa', email: 'rosa@example.org', name: 'Rosa' },
      accessToken: 'token',
    });
    localStorage.setItem('returnTo', '/goal');
    const { promise, resolve } = Promise.withResolvers<void>();
    // Suspends the first render, whose state React drops.
    const Late = () => {
      use(promise);
      return null;
    };
    const navigate = vi.fn<Navigation['navigate']>();
    const place = '/auth/callback';
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () =>
      root.render(
        <MemoryRouter initialEntries={[place]}>
          <NavigationContext value={{ pathname: place, address: place, navigate }}>
            <RoutesContext value={routes}>
              <Suspense>
                <Callback />
                <Late />
              </Suspense>
            </RoutesContext>
          </NavigationContext>
        </MemoryRouter>,
      ),
    );
    await act(async () => resolve());
    expect(navigate).toHaveBeenCalledWith('/goal', { replace: true });
    expect(localStorage.getItem('returnTo')).toBeNull();
    act(() => root.unmount());
  });
});
