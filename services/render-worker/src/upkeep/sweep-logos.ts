import type { Blobs } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import type { Store } from '@sello/store';

/** Minimum age of a logo that is swept: the settings that are saved with it may still be on their way. */
const graceMs = 24 * 60 * 60_000;
const perQuery = 500;

/**
 * Deletes logos that were uploaded and never saved. Each removal begins in the record, which is what a save reads: a logo
 * is saved or removed, never both. The record goes last, so that an interrupted sweep finds it again.
 */
export async function sweepLogos(
  { assets }: Pick<Store, 'assets'>,
  blobs: Blobs,
  log: Logger,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - graceMs);
  let deleted = 0;
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const old = await assets.acrossTenants.unsavedLogos(before, perQuery, after);
    if (old.length === 0) break;
    after = old.at(-1)?._id;
    // Also in a restored backup, whose records may be of different moments.
    const used = await assets.acrossTenants.logosInUse(old.map(({ key }) => key));
    const ids = old.filter(({ key }) => !used.has(key)).map(({ _id }) => _id);
    const removed = await assets.acrossTenants.beginLogoRemoval(ids, before);
    for (const { key } of removed) await blobs.delete(key);
    deleted += await assets.acrossTenants.endLogoRemoval(removed.map(({ _id }) => _id));
  }
  if (deleted > 0) log.info({ deleted }, 'swept logos that were never saved');
}
