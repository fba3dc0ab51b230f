// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { closeOnBack } from './back.ts';

/** Listens before the application does, which keeps some steps from others. */
const reached = vi.hoisted(() => {
  const seen = { steps: 0 };
  window.addEventListener('popstate', () => void seen.steps++, { capture: true });
  return seen;
});

/** One step back by the browser's own button, and all that the application makes of it. */
async function goBack(): Promise<void> {
  const before = reached.steps;
  const begun = vi.spyOn(history, 'back');
  history.back();
  await vi.waitFor(() => expect(reached.steps - before).toBe(begun.mock.calls.length));
  begun.mockRestore();
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
    expect(location.pathname).toBe('/before');
  });
});
