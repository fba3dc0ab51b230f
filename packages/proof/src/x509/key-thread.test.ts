import { expect, it } from 'vitest';
import { generateRsaKey } from './key-thread.ts';

/** The smallest that OpenSSL makes: what is looked at here is who waits. */
const bits = 512;

it('makes one key after the other, and refuses the seventeenth until others are made', async () => {
  const made: number[] = [];
  const keys = Array.from({ length: 16 }, (_, place) => generateRsaKey(bits).then(() => made.push(place)));
  expect(() => generateRsaKey(bits)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  await Promise.all(keys);
  expect(made).toEqual(keys.map((_, place) => place));
  await expect(generateRsaKey(bits)).resolves.toMatchObject({ type: 'private' });
});
