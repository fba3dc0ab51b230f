import { hash, randomBytes } from 'node:crypto';
import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { AppError, type Logger, times } from '@sello/kit';
import type { FilePlace, Store } from '@sello/store';
import { isBackupRunning } from '../backup/hold-packs.ts';
import { makePack } from '../issuing/pack.ts';
import { sha256OfKey } from '../object-keys.ts';

export interface RewriteContext {
  store: Pick<Store, 'erasures' | 'locks'>;
  blobs: Blobs;
  objectStore: Pick<ObjectStoreGuard, 'check'>;
  log: Logger;
  /** Minimum age of a pack that is deleted, ms (default 1 h): the run that wrote it may still insert certificates. */
  packGraceMs?: number;
  /** Time between moving the files of a pack and deleting it, ms (default 10 min), for readers of the old place. */
  readerGraceMs?: number;
}

/** Random bytes at the end of a rewritten pack, which make its key new. */
const saltBytes = 16;

/** The files whose bytes are in the object; others cannot be moved. */
const within = (places: readonly FilePlace[], size: number): FilePlace[] =>
  places.filter(({ pack }) => pack.offset + pack.length <= size);

/**
 * Writes a pack anew without the bytes that no certificate refers to, and moves its certificates there. Idempotent; after
 * an interruption the pack, or the new one, is still noted in the erasure. The old pack is noted for deletion. Does nothing
 * for a pack without such bytes.
 */
export async function rewritePack(
  context: RewriteContext,
  { tenantId, studentId, key }: { tenantId: string; studentId: string; key: string },
  now = new Date(),
): Promise<void> {
  const { store, blobs, objectStore, log } = context;
  const { erasures } = store;
  const stored = await blobs.head(key);
  if (stored === undefined) return erasures.settlePack(tenantId, studentId, key, null);
  const places = within(await erasures.placesIn(tenantId, key), stored.size);
  const used = places.reduce((sum, { pack }) => sum + pack.length, 0);
  if (places.length > 0 && stored.size - used <= saltBytes) {
    return erasures.settlePack(tenantId, studentId, key, null);
  }
  if (places.length > 0) {
    const bytes = await blobs.read(key);
    const tails = places.map(({ pack }) => bytes.subarray(pack.offset, pack.offset + pack.length));
    const anew = makePack(blobs, tenantId, tails, randomBytes(saltBytes));
    await erasures.notePack(tenantId, studentId, anew.key);
    await anew.put();
    await requireIntact(blobs, anew.key);
    // After the pack was stored, so that it holds for the store that has the pack.
    await objectStore.check();
    const moves = places.map(({ certId, pack }, place) => ({ certId, from: pack, to: anew.places[place]! }));
    const moved = await erasures.move(tenantId, moves);
    // A file that was erased or moved elsewhere meanwhile is in the new pack too: that one is rewritten as well.
    const there = await erasures.placesIn(tenantId, anew.key);
    if (there.length === moves.length) await erasures.settlePack(tenantId, studentId, anew.key, null);
    log.info({ tenantId, from: key, to: anew.key, files: moves.length, moved }, 'rewrote a pack');
  }
  await erasures.settlePack(tenantId, studentId, key, deletionOf(context, stored.modifiedAt, now));
}

function deletionOf({ packGraceMs, readerGraceMs }: RewriteContext, storedAt: Date, now: Date): Date {
  const old = storedAt.getTime() + (packGraceMs ?? times.packGraceMs);
  return new Date(Math.max(old, now.getTime() + (readerGraceMs ?? times.readerGraceMs)));
}

async function requireIntact(blobs: Blobs, key: string): Promise<void> {
  if (hash('sha256', await blobs.read(key)) === sha256OfKey(key)) return;
  throw new AppError('unavailable', { cause: new Error(`${key} was not stored as it was written`) });
}

/**
 * Deletes a pack whose files were moved; `false` when it must stay: a backup is running, or it has a certificate again,
 * in which case it is noted for rewriting.
 */
export async function deletePack(
  { store, blobs }: RewriteContext,
  { tenantId, studentId, key }: { tenantId: string; studentId: string; key: string },
  now = new Date(),
): Promise<boolean> {
  const { erasures, locks } = store;
  const stored = await blobs.head(key);
  const places = stored ? within(await erasures.placesIn(tenantId, key), stored.size) : [];
  if (places.length > 0) {
    await erasures.notePack(tenantId, studentId, key);
    return false;
  }
  // Looked up after the certificates: a backup that begins later finds them at their new places.
  if (await isBackupRunning(locks, now)) return false;
  await blobs.delete(key);
  return true;
}
