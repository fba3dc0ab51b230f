import type { Blobs } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import type { Store } from '@sello/store';

const perQuery = 500;

/**
 * Deletes logos that were uploaded and never saved, signatures that neither the settings nor a compiled prefix name, and
 * photographs that no student has. Each removal begins in the record, which is what a save reads: a picture is saved or removed, never both. The record goes last, so that an interrupted sweep finds it again.
 */
export async function sweepLogos(
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
    const old = await assets.acrossTenants.unsavedPictures(before, perQuery, after);
    if (old.length === 0) break;
    after = old.at(-1)?._id;
    // Also in a restored backup, whose records may be of different moments.
    const used = await assets.acrossTenants.held(old);
    const ids = old.filter(({ _id }) => !used.has(_id)).map(({ _id }) => _id);
    const removed = await assets.acrossTenants.beginRemoval(ids, before);
    for (const { key } of removed) await blobs.delete(key);
    deleted += await assets.acrossTenants.endRemoval(removed.map(({ _id }) => _id));
  }
  if (deleted > 0) log.info({ deleted }, 'swept logos, signatures and photographs that nothing names');
}
