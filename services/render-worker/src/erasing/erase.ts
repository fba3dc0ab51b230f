import { times } from '@sello/kit';
import type { Progress } from '@sello/queue';
import type { ErasureRecord, Store } from '@sello/store';
import { packFolder } from '../object-keys.ts';
import { deletePack, type RewriteContext, rewritePack } from './rewrite-pack.ts';

export interface ErasingContext extends RewriteContext {
  store: Pick<Store, 'erasures' | 'locks'>;
  progress: Pick<Progress, 'settle'>;
}

const erasuresAtOnce = 20;
/** Bounds the packs that one run rewrites, ms until the next run. */
const packsPerRun = 50;

/** Runs the steps of all erasures that are due; one that fails is repeated later. Returns how many were run. */
export async function continueErasures(
  context: ErasingContext,
  signal: AbortSignal,
  now = new Date(),
): Promise<number> {
  const { erasures } = context.store;
  const due = await erasures.acrossTenants.due({ limit: erasuresAtOnce, leaseMs: times.erasureLeaseMs, now });
  for (const erasure of due) {
    signal.throwIfAborted();
    try {
      await continueErasure(context, erasure, now);
    } catch (error) {
      const { tenantId, _id: studentId } = erasure;
      context.log.error({ err: error, tenantId, studentId }, 'an erasure was interrupted; it is continued');
      const dueAt = new Date(now.getTime() + times.erasureAgainMs);
      await erasures.endRound(tenantId, studentId, { round: null, dueAt }).catch(() => undefined);
    }
  }
  return due.length;
}

/** The steps after the call, see `docs/decisions/erasing.md`. Each is repeated by the next run if this one is interrupted. */
export async function continueErasure(
  context: ErasingContext,
  { tenantId, _id: studentId }: Pick<ErasureRecord, 'tenantId' | '_id'>,
  now = new Date(),
): Promise<void> {
  const { store, progress, log } = context;
  const { erasures } = store;
  await erasures.eraseRecords(tenantId, studentId);
  await rewritePacks(context, tenantId, studentId, now);
  // After the packs: an export reads them one after the other and starts again when files were moved.
  const { failed, isHeld } = await erasures.eraseTraces(tenantId, studentId, now);
  for (const batchId of failed) await progress.settle(tenantId, batchId);
  await deleteObjects(context, tenantId, studentId, now);

  const erasure = await erasures.get(tenantId, studentId);
  if (erasure === null) return;
  const { packs, objects, rounds } = erasure;
  const isComplete = !isHeld && packs.length === 0 && objects.length === 0;
  const soon = now.getTime() + times.erasureAgainMs;
  const waiting = objects.map(({ deleteAt }) => deleteAt.getTime());
  const next = packs.length > 0 || isHeld ? soon : Math.max(now.getTime(), Math.min(...waiting));
  const dueAt = new Date(isComplete ? now : Number.isFinite(next) ? next : soon);
  const isOver = await erasures.endRound(tenantId, studentId, { round: isComplete ? rounds : null, dueAt });
  if (isComplete) log.info({ tenantId, studentId, round: rounds + 1, isOver }, 'erased a student');
}

async function rewritePacks(
  context: ErasingContext,
  tenantId: string,
  studentId: string,
  now: Date,
): Promise<void> {
  for (let count = 0; count < packsPerRun; count++) {
    const key = (await context.store.erasures.get(tenantId, studentId))?.packs[0];
    if (key === undefined) return;
    await rewritePack(context, { tenantId, studentId, key }, now);
  }
}

/** Packs last, so that everything else is gone even if they have to wait. */
async function deleteObjects(
  context: ErasingContext,
  tenantId: string,
  studentId: string,
  now: Date,
): Promise<void> {
  const { store, blobs } = context;
  const isPack = (key: string) => Number(key.startsWith(packFolder));
  const noted = (await store.erasures.get(tenantId, studentId))?.objects ?? [];
  const due = noted.filter(({ deleteAt }) => deleteAt <= now);
  for (const { key } of due.toSorted((one, other) => isPack(one.key) - isPack(other.key))) {
    if (!isPack(key)) await blobs.delete(key);
    else if (!(await deletePack(context, { tenantId, studentId, key }, now))) {
      const later = new Date(now.getTime() + times.erasureAgainMs);
      await store.erasures.settleObject(tenantId, studentId, key, later);
      continue;
    }
    await store.erasures.settleObject(tenantId, studentId, key, null);
  }
}
