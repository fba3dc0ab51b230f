import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError, isAppError } from '@sello/kit';
import type { PrefixRecord } from '@sello/store';

/**
 * Whether a prefix is stored, at the cost of one `head`: an object of this key and size is assumed to be intact, because
 * it was read back when it was stored (the scrub finds changed bytes).
 */
export async function hasPrefix(blobs: Pick<Blobs, 'head'>, prefix: PrefixRecord): Promise<boolean> {
  return (await blobs.head(prefix.key))?.size === prefix.size;
}

/**
 * Stores a prefix unless it is already stored intact, and reads it back, so that certificates refer only to bytes that
 * were confirmed. Throws `unavailable` when the bytes read back differ.
 */
export async function storePrefix(blobs: Blobs, prefix: PrefixRecord, bytes: Uint8Array): Promise<void> {
  if (await isIntact(blobs, prefix)) return;
  await blobs.put(prefix.key, bytes);
  if (await isIntact(blobs, prefix)) return;
  throw new AppError('unavailable', {
    cause: new Error(`${prefix.key}: the bytes read back differ from those stored`),
  });
}

/** Reads a prefix and compares it with its hash; false when it is missing. */
export async function isIntact(
  blobs: Pick<Blobs, 'read'>,
  { key, sha256 }: Pick<PrefixRecord, 'key' | 'sha256'>,
): Promise<boolean> {
  try {
    return hash('sha256', await blobs.read(key)) === sha256;
  } catch (error) {
    if (isAppError(error, 'object_missing')) return false;
    throw error;
  }
}
