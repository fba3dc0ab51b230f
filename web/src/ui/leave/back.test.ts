// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { closeOnBack } from './back.ts';

/** One step back by the browser's own button, and what the application makes of it. */
async function goBack(): Promise<void> {
  const before = history.state;
  history.back();
  await vi.waitFor(() => expect(history.state).not.toEqual(before));
  // A step that the application began meanwhile comes before what is queued now.
  await new Promise((resolve) => setTimeout(resolve));
}

const closed = () => closeOnBack({ close: () => undefined })();

describe('Back', () => {
  it('closes an open dialog and stays on its page', async () => {
    history.pushState({ key: 'list' }, '', '/list');
    const close = vi.fn(() => end());
    const end = closeOnBack({ close });
    await goBack();
    expect(close).toHaveBeenCalledTimes(1);
    expect(location.pathname).toBe('/list');
  });

  it.each(['pushState', 'replaceState'] as const)(
    'leads once to the page before from one that was opened by %s after a dialog had been closed',
    async (step) => {
      history.pushState({ key: 'before' }, '', '/before');
      history.pushState({ key: 'list' }, '', '/list');
      closed();
      history[step]({ key: 'detail' }, '', '/detail');
      await goBack();
      expect(location.pathname).toBe('/list');
      await goBack();
      expect(location.pathname).toBe('/before');
    },
  );

  it('closes a dialog of a page that took the place of the entry of another', async () => {
    history.pushState({ key: 'list' }, '', '/list');
    closed();
    history.replaceState({ key: 'detail' }, '', '/detail');
    const close = vi.fn(() => end());
    const end = closeOnBack({ close });
    await goBack();
    expect(close).toHaveBeenCalledTimes(1);
    expect(location.pathname).toBe('/detail');
  });

  it('passes the entry of a closed dialog although the router wrote its state there', async () => {
    history.pushState({ key: 'before' }, '', '/before');
    history.pushState({ key: 'list' }, '', '/list');
    closed();
    history.replaceState({ key: 'list' }, '', '/list');
    await goBack();
    await vi.waitFor(() => expect(location.pathname).toBe('/before'));
  });
});
