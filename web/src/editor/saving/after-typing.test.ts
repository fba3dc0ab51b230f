// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterTyping } from './after-typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for the end of what is being typed, and is called once', () => {
  const run = vi.fn();
  afterTyping(run);
  for (let letter = 0; letter < 20; letter++) {
    vi.advanceTimersByTime(400);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('is not called when it is given up', () => {
  const run = vi.fn();
  const stop = afterTyping(run);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
});
