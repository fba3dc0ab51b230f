import { type Blobs, isStudentImport, preflightOf, temporaryFolder } from '@sello/blobs';
import { limits, preflightState, serviceLimits } from '@sello/contracts';
import { isAppError, type Logger, times } from '@sello/kit';
import type { Store } from '@sello/store';
import { archiveFolder, packsOfDay, tenantOfPack } from '../object-keys.ts';

const packsPerQuery = 500;

/** Deletes expired zips, and orphans that no batch refers to because their worker died. */
export async function sweepArchives(
  { batches }: Pick<Store, 'batches'>,
  blobs: Blobs,
  log: Logger,
): Promise<void> {
  const now = new Date();
  let expired = 0;
  for (const { batchId, key } of await batches.acrossTenants.expiredDownloads(now)) {
    await blobs.delete(key);
    await batches.acrossTenants.forgetDownload(batchId, key);
    expired++;
  }
  let orphans = 0;
  for await (const { key, modifiedAt } of blobs.list(archiveFolder)) {
    // Expired downloads were deleted above. The extra hour ensures that no zip is deleted while a batch refers to it.
    if (now.getTime() - modifiedAt.getTime() < limits.archiveKeptMs + times.archiveGraceMs) continue;
    await blobs.delete(key);
    orphans++;
  }
  if (expired + orphans > 0) log.info({ expired, orphans }, 'swept old zips');
}

/** Deletes what calls and jobs have shared and left, because one of them died or gave up. */
export async function sweepTemporary(blobs: Blobs, log: Logger, now = Date.now()): Promise<void> {
  let deleted = 0;
  const preflights = new Map<string, { keys: string[]; newest: number }>();
  for await (const { key, modifiedAt } of blobs.list(temporaryFolder)) {
    const preflight = preflightOf(key);
    if (preflight) {
      const { folder } = preflight;
      const known = preflights.get(folder) ?? { keys: [], newest: 0 };
      known.keys.push(key);
      known.newest = Math.max(known.newest, modifiedAt.getTime());
      preflights.set(folder, known);
      continue;
    }
    const keptMs = isStudentImport(key) ? limits.importKeptMs : serviceLimits.temporaryKeptMs;
    if (now - modifiedAt.getTime() < keptMs) continue;
    await blobs.delete(key);
    deleted++;
  }
  for (const { keys, newest } of preflights.values()) {
    const age = now - newest;
    if (age < serviceLimits.temporaryKeptMs) continue;
    if (age < serviceLimits.preflightKeptMs && (await isRunning(blobs, keys))) continue;
    for (const key of keys) await blobs.delete(key);
    deleted += keys.length;
  }
  if (deleted > 0) log.info({ deleted }, 'swept temporary objects');
}

/** Whether a preflight goes on: it may wait long for its turn. One that was left has no request. */
async function isRunning(blobs: Blobs, keys: readonly string[]): Promise<boolean> {
  const { request, state } = preflightOf(keys[0]!)!;
  if (!keys.includes(request) || !keys.includes(state)) return false;
  try {
    const stored: unknown = JSON.parse((await blobs.read(state)).toString('utf8'));
    return preflightState.safeParse(stored).data?.state === 'running';
  } catch (error) {
    // What cannot be read is of no use to anybody.
    if (isAppError(error, 'object_missing') || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Deletes packs of the last four days that no certificate refers to, left by a run that was repeated. */
export async function sweepPacks(
  { certificates }: Pick<Store, 'certificates'>,
  blobs: Blobs,
  log: Logger,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  let deleted = 0;
  let candidates: { tenantId: string; key: string }[] = [];
  async function sweep(): Promise<void> {
    signal.throwIfAborted();
    const packs = candidates;
    candidates = [];
    const referenced = await certificates.acrossTenants.packsReferenced(packs);
    for (const { key } of packs) {
      if (referenced.has(key)) continue;
      await blobs.delete(key);
      deleted++;
    }
  }
  for (let ago = 0; ago < serviceLimits.orphanPackDays; ago++) {
    for await (const { key, modifiedAt } of blobs.list(
      packsOfDay(new Date(now.getTime() - ago * times.dayMs)),
    )) {
      const tenantId = tenantOfPack(key);
      if (tenantId === undefined || now.getTime() - modifiedAt.getTime() < times.packGraceMs) continue;
      candidates.push({ tenantId, key });
      if (candidates.length === packsPerQuery) await sweep();
    }
  }
  if (candidates.length > 0) await sweep();
  if (deleted > 0) log.info({ deleted }, 'swept orphan packs');
}
