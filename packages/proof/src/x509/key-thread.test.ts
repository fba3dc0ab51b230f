import { expect, it } from 'vitest';
import { generateRsaKey } from './key-thread.ts';

/** The smallest key that OpenSSL makes: only the order and the limit are tested. */
const bits = 512;

it('makes one key at a time, and refuses the seventeenth while sixteen wait', async () => {
  const made: number[] = [];
  const keys = Array.from({ length: 16 }, (_, place) => generateRsaKey(bits).then(() => made.push(place)));
  await expect(generateRsaKey(bits)).rejects.toMatchObject({ code: 'rate_limited' });
  await Promise.all(keys);
  expect(made).toEqual(keys.map((_, place) => place));
  await expect(generateRsaKey(bits)).resolves.toMatchObject({ type: 'private' });
});
