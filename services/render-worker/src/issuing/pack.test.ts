import type { Blobs } from '@sello/blobs';
import { expect, it } from 'vitest';
import { makePack } from './pack.ts';

const tails = [Buffer.from('first'), Buffer.from('second')];

/** An object store that stores what `bytes` returns for the given object; nothing for null. */
function storeThatKeeps(bytes: (given: Uint8Array) => Uint8Array | null): Blobs {
  const kept = new Map<string, Uint8Array>();
  const put = async (key: string, given: Uint8Array) => {
    const some = bytes(given);
    if (some) kept.set(key, some);
  };
  const head = async (key: string) => {
    const size = kept.get(key)?.byteLength;
    return size === undefined ? undefined : { key, size };
  };
  return { put, head } as unknown as Blobs;
}

it('concatenates tails into one object', async () => {
  const pack = makePack(
    storeThatKeeps((given) => given),
    'tenant',
    tails,
  );
  await pack.put();
  await pack.confirm();
  const [first, second] = pack.places;
  expect([first, second]).toMatchObject([
    { offset: 0, length: 5 },
    { offset: 5, length: 6 },
  ]);
  expect(first!.key).toBe(second!.key);
});

it.each([
  ['lost', () => null],
  ['truncated', (given: Uint8Array) => given.subarray(1)],
])('throws unavailable when the stored object was %s', async (_, keep) => {
  const pack = makePack(storeThatKeeps(keep), 'tenant', tails);
  await pack.put();
  await expect(pack.confirm()).rejects.toMatchObject({
    code: 'unavailable',
  });
});
