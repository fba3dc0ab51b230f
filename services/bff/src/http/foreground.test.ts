import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Foreground } from './foreground.ts';

const long = 60_000;

it('waits for all short calls', async () => {
  const foreground = new Foreground();
  await foreground.clear(long);
  const [first, second] = [foreground.enter(), foreground.enter()];
  let isClear = false;
  const waiting = foreground.clear(long).then(() => {
    isClear = true;
  });
  first();
  first();
  await nextTurn();
  await nextTurn();
  expect(isClear).toBe(false);
  second();
  await waiting;
  const third = foreground.enter();
  // The timeout applies even if a call is still running.
  await foreground.clear(1);
  third();
});

it('does not wait for a call that takes longer than a short one', async () => {
  const foreground = new Foreground();
  foreground.enter();
  await foreground.clear(long);
});
