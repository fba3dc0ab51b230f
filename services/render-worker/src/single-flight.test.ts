import { expect, it } from 'vitest';
import { SingleFlightCache } from './single-flight.ts';

const byLength = { maxWeight: 10, weightOf: (value: string) => value.length };

it('loads a value once for concurrent callers', async () => {
  const cache = new SingleFlightCache<string>(byLength);
  let made = 0;
  const make = async (): Promise<string> => {
    made++;
    return 'abc';
  };
  expect(await Promise.all([cache.get('k', make), cache.get('k', make), cache.get('k', make)])).toEqual([
    'abc',
    'abc',
    'abc',
  ]);
  expect(made).toBe(1);
});

it('does not cache an error unless keepError says so', async () => {
  const cache = new SingleFlightCache<string>({
    ...byLength,
    keepError: (error) => error instanceof RangeError,
  });
  await expect(cache.get('fault', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('fault', async () => 'up')).toBe('up');
  await expect(cache.get('own', () => Promise.reject(new RangeError('wrong')))).rejects.toThrow('wrong');
  await expect(cache.get('own', async () => 'right')).rejects.toThrow('wrong');
});

it('evicts the least recently used values beyond the weight, but never the last one used', async () => {
  const cache = new SingleFlightCache<string>(byLength);
  const made: string[] = [];
  const ask = (key: string, value: string): Promise<string> =>
    cache.get(key, async () => {
      made.push(key);
      return value;
    });
  await ask('a', 'aaaa');
  await ask('b', 'bbbb');
  await ask('a', 'aaaa');
  await ask('c', 'cccc');
  await ask('a', 'aaaa');
  expect(made).toEqual(['a', 'b', 'c']);
  await ask('b', 'bbbb');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(await ask('huge', 'x'.repeat(100))).toHaveLength(100);
  await ask('huge', 'x'.repeat(100));
  expect(made.filter((key) => key === 'huge')).toHaveLength(1);
});
