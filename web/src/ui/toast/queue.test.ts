import { expect, it, vi } from 'vitest';
import { clearToasts, hasToasts, showToastsIn, toast } from './queue.ts';

it('queues toasts until a list is registered, and shows later ones at once', () => {
  const shown = { add: vi.fn(), clear: vi.fn() };
  toast({ tone: 'ok', title: 'Forgotten' });
  clearToasts();
  toast({ tone: 'bad', title: 'Not saved' });
  expect(hasToasts.get()).toBe(true);
  const stop = showToastsIn(shown);
  toast({ tone: 'ok', title: 'Saved' });
  expect(shown.add.mock.calls.map(([{ title }, { timeout }]) => [title, timeout])).toEqual([
    ['Not saved', 8000],
    ['Saved', 5000],
  ]);
  clearToasts();
  expect(shown.clear).toHaveBeenCalledOnce();
  stop();
  toast({ tone: 'ok', title: 'For the next list' });
  expect(shown.add).toHaveBeenCalledTimes(2);
});
