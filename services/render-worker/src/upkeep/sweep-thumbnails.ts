import type { Blobs } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import type { Store } from '@sello/store';

const perQuery = 500;

/**
 * Deletes thumbnails that nothing shows any more: an editor makes one every few seconds, and a save replaces the one
 * before. The object goes first, so that an interrupted sweep finds its record again.
 */
export async function sweepThumbnails(
  { assets }: Pick<Store, 'assets'>,
  blobs: Blobs,
  log: Logger,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - times.sweepGraceMs);
  let deleted = 0;
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const old = await assets.acrossTenants.oldThumbnails(before, perQuery, after);
    if (old.length === 0) break;
    after = old.at(-1)?._id;
    const keys = [...new Set(old.map(({ key }) => key))];
    const used = await assets.acrossTenants.picturesInUse(keys, before);
    for (const key of keys) {
      if (used.has(key)) continue;
      const object = await blobs.head(key);
      // Content-addressed: the same picture was stored again meanwhile.
      if (object && object.modifiedAt >= before) used.add(key);
      else if (object) await blobs.delete(key);
    }
    const ids = old.filter(({ key }) => !used.has(key)).map(({ _id }) => _id);
    if (ids.length > 0) deleted += await assets.acrossTenants.deleteThumbnails(ids, before);
  }
  if (deleted > 0) log.info({ deleted }, 'swept old thumbnails');
}
