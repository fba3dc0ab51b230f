import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError, isAppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { type ArchiveOrder, writeArchive } from './archive.ts';

const objects = new Map([
  ['prefix', Buffer.alloc(400_000, 1)],
  ['pack', Buffer.from('tail')],
]);
const certificate = {
  state: 'valid',
  hash: hash('sha256', Buffer.concat([objects.get('prefix')!, objects.get('pack')!])),
  prefix: { key: 'prefix' },
  pack: { key: 'pack', offset: 0, length: 4 },
  issuedAt: new Date(0),
};
const rows = Array.from({ length: 200 }, (_, index) => ({
  index,
  state: 'queued',
  fullName: `Student ${index}`,
  certId: String(index),
}));
const store = {
  batches: { items: async () => ({ items: rows, nextCursor: null }) },
  certificates: {
    getMany: async (_tenantId: string, ids: string[]) => ids.map((_id) => ({ ...certificate, _id })),
  },
} as unknown as Pick<Store, 'batches' | 'certificates'>;
const buildOrder = (overrides: Partial<ArchiveOrder> = {}): ArchiveOrder => ({
  tenantId: 'a'.repeat(24),
  batchId: 'b'.repeat(24),
  key: 'archives/x.zip',
  signal: new AbortController().signal,
  onPacked: async () => undefined,
  ...overrides,
});

/** An object store whose `put` reads so many bytes and then calls `then`. */
function storeThat(takes: number, then: (taken: number) => void): Blobs {
  return {
    read: async (key: string) => objects.get(key)!,
    async put(_key: string, body: AsyncIterable<Buffer>) {
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        if (size > takes) then(size);
      }
      return { size };
    },
  } as unknown as Blobs;
}

describe('writeArchive', () => {
  it('throws the object store’s error when the upload fails midway', async () => {
    const blobs = storeThat(5_000_000, () => {
      throw new AppError('unavailable');
    });
    const error = await writeArchive(store, blobs, buildOrder()).catch((reason: unknown) => reason);
    expect(isAppError(error, 'unavailable')).toBe(true);
  });

  it('stops in the middle of a file when it is aborted', async () => {
    const stop = new AbortController();
    const blobs = storeThat(5_000_000, () => stop.abort(new Error('cancelled')));
    await expect(writeArchive(store, blobs, buildOrder({ signal: stop.signal }))).rejects.toThrow(
      'cancelled',
    );
  });

  it('throws a fault of the object store instead of failing the row', async () => {
    const blobs = {
      ...storeThat(Number.POSITIVE_INFINITY, () => undefined),
      read: async () => {
        throw new AppError('unavailable');
      },
    } as Blobs;
    const reported: unknown[] = [];
    const order = buildOrder({ onPacked: async (outcomes) => void reported.push(...outcomes) });
    await expect(writeArchive(store, blobs, order)).rejects.toSatisfy((error) =>
      isAppError(error, 'unavailable'),
    );
    expect(reported).toEqual([]);
  });

  it('reports every file while it packs', async () => {
    const reported: number[] = [];
    const order = buildOrder({ onPacked: async (outcomes) => void reported.push(outcomes.length) });
    const { files, size } = await writeArchive(
      store,
      storeThat(Number.POSITIVE_INFINITY, () => undefined),
      order,
    );
    expect(files).toBe(200);
    expect(size).toBeGreaterThan(200 * 400_004);
    expect(reported.length).toBeGreaterThan(1);
    expect(reported.reduce((sum, count) => sum + count)).toBe(200);
  });
});
