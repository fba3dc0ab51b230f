import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import type { PackPlace } from '@sello/store';
import { packKey } from '../object-keys.ts';

/** The tails of a chunk in one object: one write and one sync for all of them. */
export interface Pack {
  /** Where each tail lies, in the order given. */
  places: PackPlace[];
  /** Durable when it resolves. Written twice it is the same object. */
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
    },
  };
}
