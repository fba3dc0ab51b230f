import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import type { PackPlace } from '@sello/store';
import { packKey } from '../object-keys.ts';

/** The tails of a chunk's files in one object, so that they cost one write and one sync. */
export interface Pack {
  key: string;
  /** Key, offset and length (bytes) of each tail, in the order given. */
  places: PackPlace[];
  /** Stores the pack. Idempotent: the key is the hash of the content. */
  put(): Promise<void>;
  /**
   * Confirms by `head` that an object of its key and size exists. Throws `unavailable` when it is missing or of another
   * size.
   */
  confirm(): Promise<void>;
}

/** `salt` is appended: bytes that belong to no file and make the key new. */
export function makePack(
  blobs: Blobs,
  tenantId: string,
  tails: readonly Uint8Array[],
  salt: Uint8Array = new Uint8Array(),
): Pack {
  const bytes = Buffer.concat([...tails, salt]);
  const key = packKey(tenantId, hash('sha256', bytes), new Date());
  let offset = 0;
  const places = tails.map(({ byteLength: length }) => {
    const place = { key, offset, length };
    offset += length;
    return place;
  });
  return {
    key,
    places,
    async put() {
      await blobs.put(key, bytes);
    },
    async confirm() {
      const stored = await blobs.head(key);
      if (stored?.size === bytes.byteLength) return;
      throw new AppError('unavailable', {
        cause: new Error(
          `${key}: put ${bytes.byteLength} bytes, head reports ${stored?.size ?? 'no object'}`,
        ),
      });
    },
  };
}
