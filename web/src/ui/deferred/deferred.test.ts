import { expect, it } from 'vitest';
import { deferred, fetchAll } from './deferred.ts';

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
  const retried = part.fetch();
  expect(part.state.get().part).toBe('not yet');
  await retried;
  expect(part.state.get().part).toBe(Part);
});

it('does not load a component in the background again while its error is shown', async () => {
  let fetched = 0;
  const failing = deferred(async () => {
    fetched++;
    throw new TypeError('Failed to fetch');
  });
  const inner: { part?: ReturnType<typeof deferred> } = {};
  const outer = deferred(async () => {
    inner.part = deferred(async () => Part);
    return Part;
  });
  await failing.fetch();
  await fetchAll();
  expect(inner.part?.state.get().part).toBe(Part);
  expect(outer.state.get().part).toBe(Part);
  expect(failing.state.get().part).toBe('failed');
  expect(fetched).toBe(1);
});
