import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isAppError } from '@sello/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs } from '../src/index.ts';

export interface BlobsUnderTest {
  blobs: Blobs;
  /** Deletes everything without the driver, including the folder or the bucket. */
  wipe: () => Promise<void>;
  close: () => Promise<void>;
}

/** The tests of every driver. `open` returns an empty store. */
export function describeBlobs(name: string, open: () => Promise<BlobsUnderTest>): void {
  describe(name, () => {
    let store: BlobsUnderTest;
    let blobs: Blobs;
    beforeAll(async () => {
      store = await open();
      blobs = store.blobs;
    });
    afterAll(() => store?.close());

    const codeOf = async (run: Promise<unknown>): Promise<string | undefined> => {
      const error = await run.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      return isAppError(error) ? error.code : undefined;
    };
    const listed = async (prefix: string): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of blobs.list(prefix)) keys.push(key);
      return keys.sort();
    };

    it('resolves its check when it can be used', async () => {
      await expect(blobs.check()).resolves.toBeUndefined();
    });

    it('returns the stored bytes', async () => {
      const bytes = randomBytes(300_000);
      expect(await blobs.put('whole/a.bin', bytes)).toEqual({ size: bytes.length });
      expect((await blobs.read('whole/a.bin')).equals(bytes)).toBe(true);
      expect(await blobs.head('whole/a.bin')).toMatchObject({ key: 'whole/a.bin', size: bytes.length });
    });

    it('stores an empty object', async () => {
      await blobs.put('whole/empty', new Uint8Array());
      expect(await blobs.read('whole/empty')).toHaveLength(0);
    });

    it('replaces an object completely', async () => {
      await blobs.put('whole/twice', Buffer.from('a longer first text'));
      await blobs.put('whole/twice', Buffer.from('second'));
      expect(String(await blobs.read('whole/twice'))).toBe('second');
    });

    it('stores a stream of unknown length in several parts', async () => {
      const chunk = randomBytes(1024 * 1024);
      const stream = Readable.from(
        (function* () {
          for (let index = 0; index < 18; index++) yield chunk;
        })(),
        { objectMode: false },
      );
      expect(await blobs.put('streams/large', stream)).toEqual({ size: 18 * chunk.length });
      const tail = await blobs.read('streams/large', {
        range: { offset: 17 * chunk.length, length: chunk.length },
      });
      expect(tail.equals(chunk)).toBe(true);
    });

    it('stores nothing of a stream that fails', async () => {
      const stream = new PassThrough();
      const put = blobs.put('streams/broken', stream);
      stream.write(randomBytes(100_000));
      await nextTurn();
      stream.destroy(new Error('the source broke'));
      expect(await codeOf(put)).toBe('unavailable');
      expect(await blobs.head('streams/broken')).toBeUndefined();
    });

    it('reads ranges and returns the size of the complete object', async () => {
      await blobs.put('ranges/text', Buffer.from('0123456789'));
      const { stream, size } = await blobs.get('ranges/text', { range: { offset: 3, length: 4 } });
      expect(size).toBe(10);
      expect(String(await buffer(stream))).toBe('3456');
      expect(await blobs.read('ranges/text', { range: { offset: 5, length: 0 } })).toHaveLength(0);
    });

    it('refuses a range beyond the end of the object', async () => {
      await blobs.put('ranges/short', Buffer.from('0123456789'));
      for (const range of [
        { offset: 8, length: 4 },
        { offset: 10, length: 1 },
        { offset: 20, length: 5 },
      ]) {
        expect(await codeOf(blobs.read('ranges/short', { range }))).toBe('object_missing');
      }
    });

    it('streams parts of several objects as one file, with ranges', async () => {
      await blobs.put('concat/prefix', Buffer.from('PREFIX'));
      await blobs.put('concat/pack', Buffer.from('xxTAILyy'));
      const parts = [
        { key: 'concat/prefix', offset: 0, length: 6 },
        { key: 'concat/pack', offset: 2, length: 4 },
      ];
      const whole = 'PREFIXTAIL';
      expect(String(await buffer(blobs.concat(parts)))).toBe(whole);
      for (let offset = 0; offset < whole.length; offset += 3) {
        const range = { offset, length: Math.min(4, whole.length - offset) };
        expect(String(await buffer(blobs.concat(parts, { range })))).toBe(
          whole.slice(offset, offset + range.length),
        );
      }
    });

    it('fails the stream of a file with a part that is missing or too short', async () => {
      await blobs.put('concat/only', Buffer.from('12345'));
      const only = { key: 'concat/only', offset: 0, length: 5 };
      for (const broken of [
        { key: 'concat/gone', offset: 0, length: 1 },
        { key: 'concat/only', offset: 3, length: 9 },
      ]) {
        expect(await codeOf(buffer(blobs.concat([only, broken])))).toBe('object_missing');
      }
    });

    it('reports a missing object', async () => {
      expect(await codeOf(blobs.read('nothing/here'))).toBe('object_missing');
      expect(await blobs.head('nothing/here')).toBeUndefined();
    });

    it('deletes objects, also missing ones', async () => {
      await blobs.put('gone/soon', Buffer.from('x'));
      await blobs.delete('gone/soon');
      await blobs.delete('gone/soon');
      expect(await blobs.head('gone/soon')).toBeUndefined();
    });

    it('lists by prefix, also by one that ends within a segment', async () => {
      for (const key of ['list/a/1', 'list/a/2', 'list/ab', 'list/b/deep/3'])
        await blobs.put(key, Buffer.from('x'));
      expect(await listed('list/')).toEqual(['list/a/1', 'list/a/2', 'list/ab', 'list/b/deep/3']);
      expect(await listed('list/a')).toEqual(['list/a/1', 'list/a/2', 'list/ab']);
      expect(await listed('list/a/')).toEqual(['list/a/1', 'list/a/2']);
      expect(await listed('nowhere/')).toEqual([]);
    });

    it('keeps the complete object of one of several concurrent writers', async () => {
      const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(50_000, index));
      await Promise.all(bodies.map((body) => blobs.put('race/key', body)));
      const kept = await blobs.read('race/key');
      expect(bodies.some((body) => body.equals(kept))).toBe(true);
    });

    it('refuses keys that could leave the store', async () => {
      for (const key of [
        '',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../../b',
        'a/./b',
        '.hidden',
        'a\\b',
        'a\0b',
        'é',
        'a b',
      ]) {
        await expect(blobs.put(key, Buffer.from('x')), key).rejects.toThrow(TypeError);
        await expect(blobs.read(key), key).rejects.toThrow(TypeError);
      }
    });

    it('reports the objects of a store that was wiped at run time as missing, and can store again', async () => {
      const bytes = randomBytes(1_000);
      await blobs.put('wiped/at/run-time', bytes);
      await store.wipe();
      expect(await blobs.head('wiped/at/run-time')).toBeUndefined();
      expect(await codeOf(blobs.read('wiped/at/run-time'))).toBe('object_missing');
      // The first write may fail because the bucket is gone; the next one creates it again.
      const first = await codeOf(blobs.put('wiped/at/run-time', bytes));
      expect([undefined, 'unavailable']).toContain(first);
      await blobs.put('wiped/at/run-time', bytes);
      expect(await blobs.head('wiped/at/run-time')).toMatchObject({ size: bytes.length });
      expect((await blobs.read('wiped/at/run-time')).equals(bytes)).toBe(true);
    });
  });
}
