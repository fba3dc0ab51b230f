import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

it('lets so many in at a time, in their order, and goes on after a fault', async () => {
  const gate = createGate(2);
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const pass = (name: string) =>
    gate.through(async () => {
      seen.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'b') throw new Error('b');
    });
  const all = ['a', 'b', 'c', 'd'].map((name) => pass(name).catch(() => seen.push(`${name} failed`)));
  await setImmediate();
  expect(seen).toEqual(['a', 'b']);
  ends[1]!();
  await setImmediate();
  expect(seen).toEqual(['a', 'b', 'c', 'b failed']);
  ends[0]!();
  await setImmediate();
  expect(seen).toContain('d');
  for (const end of ends) end();
  await Promise.all(all);
});
