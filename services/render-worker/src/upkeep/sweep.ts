import type { Blobs } from '@sello/blobs';
import { limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Store } from '@sello/store';
import { archiveFolder, packsOfDay, tenantOfPack } from '../object-keys.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** A pack without a certificate may still get one for as long as the run that wrote it may live. */
const packGraceMs = hour;
const packDays = 4;
const packsAtOnce = 500;

/** Deletes zips whose time is over, and those that no batch ever noted because their worker died. */
export async function sweepArchives(
  { batches }: Pick<Store, 'batches'>,
  blobs: Blobs,
  log: Logger,
  now = new Date(),
): Promise<void> {
  let expired = 0;
  for (const { batchId, key } of await batches.acrossTenants.expiredDownloads(now)) {
    await blobs.delete(key);
    await batches.acrossTenants.forgetDownload(batchId, key);
    expired++;
  }
  let orphans = 0;
  for await (const { key, modifiedAt } of blobs.list(archiveFolder)) {
    // Noted ones went above; an hour lies between, so that none is deleted under a batch that names it.
    if (now.getTime() - modifiedAt.getTime() < limits.archiveKeptMs + hour) continue;
    await blobs.delete(key);
    orphans++;
  }
  if (expired + orphans > 0) log.info({ expired, orphans }, 'swept old zips');
}

/** Deletes packs of the last days that no certificate refers to: a repeated run stored its rows' tails elsewhere. */
export async function sweepPacks(
  { certificates }: Pick<Store, 'certificates'>,
  blobs: Blobs,
  log: Logger,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  let deleted = 0;
  let asked: { tenantId: string; key: string }[] = [];
  async function sweep(): Promise<void> {
    signal.throwIfAborted();
    const packs = asked;
    asked = [];
    const referenced = await certificates.acrossTenants.packsReferenced(packs);
    for (const { key } of packs) {
      if (referenced.has(key)) continue;
      await blobs.delete(key);
      deleted++;
    }
  }
  for (let ago = 0; ago < packDays; ago++) {
    for await (const { key, modifiedAt } of blobs.list(packsOfDay(new Date(now.getTime() - ago * day)))) {
      const tenantId = tenantOfPack(key);
      if (tenantId === undefined || now.getTime() - modifiedAt.getTime() < packGraceMs) continue;
      asked.push({ tenantId, key });
      if (asked.length === packsAtOnce) await sweep();
    }
  }
  if (asked.length > 0) await sweep();
  if (deleted > 0) log.info({ deleted }, 'swept orphan packs');
}
