import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import type { PackPlace } from '@sello/store';
import { packKey } from '../object-keys.ts';

/** The tails of a chunk in one object: one write and one sync for all of them. */
export interface Pack {
  /** Where each tail lies, in the order given. */
  places: PackPlace[];
  /**
   * Durable when it resolves, and asked for: an object of this key and size stands. Written twice it is the same
   * object. Throws `unavailable` when the store does not have what it took.
   */
  put(): Promise<void>;
}

export function makePack(
  blobs: Blobs,
  tenantId: string,
  tails: readonly Uint8Array[],
  now = new Date(),
): Pack {
  const bytes = Buffer.concat(tails);
  const key = packKey(tenantId, hash('sha256', bytes), now);
  let offset = 0;
  const places = tails.map(({ byteLength: length }) => {
    const place = { key, offset, length };
    offset += length;
    return place;
  });
  return {
    places,
    async put() {
      await blobs.put(key, bytes);
      const stored = await blobs.head(key);
      if (stored?.size === bytes.byteLength) return;
      throw new AppError('unavailable', {
        cause: new Error(
          `${key}: ${bytes.byteLength} bytes were stored, ${stored?.size ?? 'none'} are there`,
        ),
      });
    },
  };
}
