import { expect, it } from 'vitest';
import { deferred } from './deferred.ts';

const Part = (): null => null;

it('loads a component once, however often it is requested', async () => {
  let fetched = 0;
  const part = deferred(async () => {
    fetched++;
    return Part;
  });
  expect(part.state.get().part).toBe('not yet');
  await Promise.all([part.fetch(), part.fetch()]);
  await part.fetch();
  expect(part.state.get().part).toBe(Part);
  expect(fetched).toBe(1);
});

it('reports a failed load, and retries it', async () => {
  let isOnline = false;
  const part = deferred(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return Part;
  });
  await part.fetch();
  expect(part.state.get().part).toBe('failed');
  isOnline = true;
  await part.fetch();
  expect(part.state.get().part).toBe(Part);
});
