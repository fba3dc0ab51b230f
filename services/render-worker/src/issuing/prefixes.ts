import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError, isAppError } from '@sello/kit';
import type { PrefixRecord } from '@sello/store';

/**
 * Makes sure that a prefix stands before certificates refer to it, for the price of one `head`: an object of this key
 * and size is taken for the one that was read back when it was stored (a changed byte is the scrub's to find); an
 * absent one, or one of another size, is stored again from `bytes`, read back and hashed. True when it had to be.
 * Throws `unavailable` when the store does not give back what it was given.
 */
export async function ensurePrefix(blobs: Blobs, prefix: PrefixRecord, bytes: Uint8Array): Promise<boolean> {
  const found = await blobs.head(prefix.key);
  if (found?.size === prefix.size) return false;
  await storePrefix(blobs, prefix, bytes);
  return true;
}

/**
 * Stores a prefix unless its very bytes stand already, and reads it back: nothing refers to bytes that nobody has seen
 * stored. Throws `unavailable` when the store does not give back what it was given.
 */
export async function storePrefix(blobs: Blobs, prefix: PrefixRecord, bytes: Uint8Array): Promise<void> {
  if (await isIntact(blobs, prefix)) return;
  await blobs.put(prefix.key, bytes);
  if (await isIntact(blobs, prefix)) return;
  throw new AppError('unavailable', { cause: new Error(`${prefix.key} was not stored as it was given`) });
}

/** Reads a prefix and holds it against its hash; an absent one is not whole. */
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
