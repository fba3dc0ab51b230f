import { errorMessage, limits } from '@sello/contracts';
import { times } from '@sello/kit';
import type { StuckChunk } from '../batches/batches.ts';
import { type BatchRow, type ItemRow, inRange, itemKey, longAgo } from '../batches/row.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { Update } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CheckOptions, GapKind } from './consistency.ts';
import { type ConsistencyContext, resolveGap } from './context.ts';

type ExistingCertificate = Pick<CertificateRecord, '_id' | 'tenantId' | 'state'>;
type RevokedStudent = Pick<StudentRow, '_id' | 'revokedCertId'>;

export interface RowRepair {
  kind: GapKind;
  update: Update<ItemRow>;
}

const queued: Update<ItemRow> = {
  $set: { state: 'queued', leaseUntil: longAgo },
  $unset: { claimId: '', error: '' },
};
const revoked: Update<ItemRow> = { $set: { state: 'failed', error: rowErrorOf('issued_revoked') } };
const unknownDelivery: Update<ItemRow> = {
  $set: { state: 'failed', delivery: 'unknown', error: rowErrorOf('email_unknown') },
};

function rowErrorOf(code: 'issued_revoked' | 'email_unknown' | 'internal') {
  return { code, message: errorMessage(code) };
}

/**
 * The inconsistency of one row that can be detected without the other rows of its batch, with the update that repairs
 * it.
 */
export function repairOf(
  batch: Pick<BatchRow, 'kind' | 'endedAt' | 'cancelRequestedAt'>,
  row: ItemRow,
  certificate: ExistingCertificate | undefined,
  student: RevokedStudent | undefined,
): RowRepair | null {
  const isOpen = row.state === 'queued' || row.state === 'running';
  if (isOpen) return batch.endedAt ? repairOfOpen(batch) : null;
  if (batch.kind !== 'generate' || row.certId === undefined) return null;
  if (row.state !== 'done') {
    if (!certificate || certificate.state === 'prepared') return null;
    return { kind: 'row-not-done', update: { $set: { state: 'done' }, $unset: { error: '', claimId: '' } } };
  }
  if (certificate) return null;
  // Not issued again: it would be valid, and the revocation would be lost.
  const wasRevoked = student?.revokedCertId === row.certId;
  return { kind: 'row-without-certificate', update: wasRevoked ? revoked : queued };
}

/** A row that is not final although its batch has ended: the stored row is older than the batch. */
function repairOfOpen({ kind, cancelRequestedAt }: Pick<BatchRow, 'kind' | 'cancelRequestedAt'>): RowRepair {
  if (cancelRequestedAt) return { kind: 'row-open', update: { $set: { state: 'cancelled' } } };
  // The batch had ended, so its e-mails had been sent: they are never sent again automatically.
  if (kind === 'email') return { kind: 'row-open', update: unknownDelivery };
  return { kind: 'row-open', update: queued };
}

export function chunkOf({ tenantId, batchId, index }: ItemRow, total: number): StuckChunk {
  const from = index - (index % limits.chunkItems);
  const to = Math.min(from + limits.chunkItems, total);
  return { tenantId, batchId, kind: 'generate', from, to };
}

export function isRequeued(repair: RowRepair): boolean {
  return repair.update === queued;
}

/** Writes a repair unless the row changed since it was read; returns the row's state afterwards. */
export async function repairRow(
  { batches, batchItems }: ConsistencyContext,
  row: ItemRow,
  repair: RowRepair,
  options: CheckOptions,
): Promise<ItemRow['state']> {
  const { _id, tenantId, batchId, index, certId, studentId, state, fence } = row;
  const ids = { ...(certId && { certId }), ...(studentId && { studentId }) };
  const asRead = { _id, tenantId, state, fence };
  await resolveGap({ kind: repair.kind, tenantId, batchId, index, ...ids }, options, {
    async isThere() {
      // An ended batch and its rows may have been reopened while they were read.
      if (repair.kind === 'row-open' && !(await isEnded(batches, batchId))) return false;
      return (await batchItems.rows.findOne(asRead, { projection: { _id: 1 } })) !== null;
    },
    change: async () => (await batchItems.updateOne(asRead, repair.update)).matchedCount,
  });
  if (!options.repair) return state;
  // Read again instead of using the response: another check may have repaired the row, or this one did by a write whose
  // response was lost.
  const now = await batchItems.rows.findOne({ _id, tenantId }, { projection: { state: 1 } });
  return now?.state ?? state;
}

async function isEnded(batches: ConsistencyContext['batches'], _id: string): Promise<boolean> {
  return (
    (await batches.rows.findOne({ _id, endedAt: { $exists: true } }, { projection: { _id: 1 } })) !== null
  );
}

/**
 * Open or done rows with these certificate ids: they will issue them, or issue them again once they are queued again.
 */
export async function findIssuingRows(
  context: ConsistencyContext,
  tenantId: string,
  wanted: readonly { certId: string; from: Date; to: Date }[],
): Promise<{ batch: BatchRow; row: ItemRow }[]> {
  if (wanted.length === 0) return [];
  const from = new Date(Math.min(...wanted.map((one) => one.from.getTime())) - times.drawnWithinMs);
  const to = new Date(Math.max(...wanted.map((one) => one.to.getTime())) + times.drawnWithinMs);
  const certIds = wanted.map((one) => one.certId);
  // The time of issue is set when the row is created, so the batch can be found by it; an index on certificate ids
  // would slow down every write.
  const batches = context.batches.rows
    .find({ tenantId, createdAt: { $gte: from, $lte: to } })
    .sort({ createdAt: 1, _id: 1 });
  const found: { batch: BatchRow; row: ItemRow }[] = [];
  for await (const batch of batches) {
    if (batch.kind !== 'generate' || batch.state === 'preparing') continue;
    const rows = await context.batchItems.rows
      .find({
        ...inRange(tenantId, batch._id, { from: 0, to: batch.total }),
        certId: { $in: certIds },
        state: { $in: ['queued', 'running', 'done'] },
      })
      .toArray();
    found.push(...rows.map((row) => ({ batch, row })));
    if (found.length >= certIds.length) break;
  }
  return found;
}

/** Rebuilds a missing row from its certificate; without one the row is failed. */
export function lostRow(
  { _id: batchId, tenantId, kind }: BatchRow,
  index: number,
  certificate: CertificateRecord | undefined,
): ItemRow {
  const base = {
    _id: itemKey(batchId, index),
    tenantId,
    batchId,
    index,
    attempts: 0,
    fence: 0,
    leaseUntil: longAgo,
  };
  if (kind !== 'generate' || !certificate) {
    return { ...base, fullName: '', state: 'failed', error: rowErrorOf('internal') };
  }
  const { _id: certId, studentId, templateId, revisionId, issuedAt, printed } = certificate;
  const issued = { certId, studentId, templateId, revisionId, issuedAt };
  return { ...base, ...issued, fullName: printed.holder, state: 'done' };
}
