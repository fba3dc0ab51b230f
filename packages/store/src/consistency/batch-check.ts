import type { StuckChunk } from '../batches/batches.ts';
import { type BatchRow, emptyTally, type ItemRow, inRange, longAgo } from '../batches/row.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { Filter } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CheckOptions } from './consistency.ts';
import { type ConsistencyContext, resolveGap, rowsAtOnce } from './context.ts';
import { chunkOf, isRequeued, lostRow, repairOf, repairRow } from './rows.ts';

type Counts = Record<ItemRow['state'], number>;

/** The result of checking the rows of a batch. */
interface BatchFindings {
  counts: Counts;
  /**
   * Whether rows contradict the batch's counters: one below `settledBelow`, which the count never reads again, is not
   * final, or one beyond `nextFrom`, which it does not read yet, was touched.
   */
  isLedgerWrong: boolean;
  chunks: StuckChunk[];
  rows: number;
  /** The number of inconsistent rows; counts of the batch that differ because of them are not a gap of their own. */
  gaps: number;
}

/** Called with the certificates and students of each page of rows, after the rows themselves were checked. */
export type OnRelated = (certificates: CertificateRecord[], students: StudentRow[]) => Promise<void>;

/** Compares the rows of a batch with their certificates, and the batch with its rows. */
export type BatchCheck = (
  batch: BatchRow,
  options: CheckOptions,
  onRelated?: OnRelated,
) => Promise<Pick<BatchFindings, 'chunks' | 'rows'>>;

export function createBatchCheck(context: ConsistencyContext): BatchCheck {
  const { batches, batchItems, certificates, students } = context;

  async function readRelated(batch: BatchRow, rows: readonly ItemRow[]) {
    if (batch.kind !== 'generate') return { certs: [], holders: [] };
    const certIds = rows.flatMap((row) => row.certId ?? []);
    const studentIds = [...new Set(rows.flatMap((row) => row.studentId ?? []))];
    const { tenantId } = batch;
    const [certs, holders] = await Promise.all([
      certificates.rows.find({ _id: { $in: certIds }, tenantId }).toArray(),
      students.rows.find({ _id: { $in: studentIds }, tenantId }).toArray(),
    ]);
    return { certs, holders };
  }

  async function checkRows(
    batch: BatchRow,
    options: CheckOptions,
    onRelated?: OnRelated,
  ): Promise<BatchFindings> {
    const { _id: batchId, tenantId } = batch;
    const counts: Counts = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    const chunks = new Map<number, StuckChunk>();
    const findings: BatchFindings = { counts, isLedgerWrong: false, chunks: [], rows: 0, gaps: 0 };
    let after = `${batchId}:`;
    for (;;) {
      const rows = await batchItems.rows
        .find({ _id: { $gt: after, $lt: `${batchId};` }, tenantId } as Filter<ItemRow>)
        .sort({ _id: 1 })
        .limit(rowsAtOnce)
        .toArray();
      const { certs, holders } = await readRelated(batch, rows);
      const certOf = new Map(certs.map((one) => [one._id, one]));
      const holderOf = new Map(holders.map((one) => [one._id, one]));
      for (const row of rows) {
        const repair = repairOf(batch, row, certOf.get(row.certId ?? ''), holderOf.get(row.studentId ?? ''));
        let { state } = row;
        if (repair) {
          findings.gaps++;
          state = await repairRow(context, row, repair, options);
          if (options.repair && isRequeued(repair) && state === 'queued' && batch.kind === 'generate') {
            const chunk = chunkOf(row, batch.total);
            chunks.set(chunk.from, chunk);
          }
          if (state !== row.state && row.index < batch.settledBelow) findings.isLedgerWrong = true;
        }
        counts[state]++;
        const isFinal = state !== 'queued' && state !== 'running';
        const isBelow = row.index < batch.settledBelow;
        const isUntouched = state === 'queued' || batch.failedEarly > 0 || batch.cancelRequestedAt;
        if (isBelow ? !isFinal : row.index >= batch.nextFrom && !isUntouched) findings.isLedgerWrong = true;
      }
      await onRelated?.(certs, holders);
      findings.rows += rows.length;
      if (rows.length < rowsAtOnce) break;
      after = rows.at(-1)!._id;
    }
    findings.chunks = [...chunks.values()];
    return findings;
  }

  /** Positions below the batch's total without a row. */
  async function missingIndexes({ _id: batchId, tenantId, total }: BatchRow): Promise<Set<number>> {
    const missing = new Set<number>();
    for (let from = 0; from < total; from += rowsAtOnce) {
      const to = Math.min(total, from + rowsAtOnce);
      const there = await batchItems.rows
        .find(inRange(tenantId, batchId, { from, to }), { projection: { index: 1 } })
        .toArray();
      const known = new Set(there.map((row) => row.index));
      for (let index = from; index < to; index++) if (!known.has(index)) missing.add(index);
    }
    return missing;
  }

  /** Creates the missing rows. */
  async function fillRows(batch: BatchRow, findings: BatchFindings, options: CheckOptions): Promise<void> {
    const { _id: batchId, tenantId } = batch;
    const missing = await missingIndexes(batch);
    const fill = async (index: number, certificate?: CertificateRecord): Promise<void> => {
      missing.delete(index);
      const row = lostRow(batch, index, certificate);
      const ids = { batchId, index, ...(row.certId && { certId: row.certId }) };
      const written = await resolveGap({ kind: 'row-missing', tenantId, ...ids }, options, {
        isThere: async () =>
          (await batchItems.rows.findOne({ _id: row._id }, { projection: { _id: 1 } })) === null,
        change: async () => 1 - (await batchItems.insertMissing([row])).size,
      });
      findings.gaps++;
      if (written) findings.counts[row.state]++;
    };
    // Not indexed: batches with missing rows are very rare.
    for await (const one of certificates.rows.find({ tenantId, batchId })) {
      if (missing.has(one.index)) await fill(one.index, one);
    }
    for (const index of [...missing]) await fill(index);
  }

  /** Reopens a batch that has rows which are not final, or corrects its counts. */
  async function settleBatch(batch: BatchRow, findings: BatchFindings, options: CheckOptions): Promise<void> {
    const { _id, tenantId } = batch;
    const $set = correction(batch, findings, options.now ?? new Date());
    if ($set === null) return;
    const { rev, nextFrom, settledBelow } = batch;
    const asRead = { _id, tenantId, rev, nextFrom, settledBelow } as const;
    const change = async (): Promise<number> => {
      const isReopened = batch.endedAt && $set.state === 'running';
      const written = await batches.updateOne(asRead, {
        $set,
        $inc: { rev: 1 },
        ...(isReopened && { $unset: { endedAt: '', cancelRequestedAt: '', download: '' } }),
      });
      return written.modifiedCount;
    };
    if (findings.gaps > 0) return void (options.repair && (await change()));
    await resolveGap({ kind: 'batch-counts', tenantId, batchId: _id }, options, {
      // A batch that changed while its rows were read counts as consistent.
      isThere: async () => (await batches.rows.findOne(asRead, { projection: { _id: 1 } })) !== null,
      change,
    });
  }

  return async (batch, options, onRelated) => {
    const findings = await checkRows(batch, options, onRelated);
    if (findings.rows < batch.total) await fillRows(batch, findings, options);
    await settleBatch(batch, findings, options);
    return findings;
  };
}

/** The fields of the batch that its rows contradict; null when there are none. */
function correction(batch: BatchRow, findings: BatchFindings, now: Date): Partial<BatchRow> | null {
  const { done, failed, cancelled, queued, running } = findings.counts;
  const ledger = { settledBelow: 0, settled: emptyTally, nextFrom: batch.total };
  if (!batch.endedAt) return findings.isLedgerWrong ? { ...ledger, reconcileAt: now } : null;
  if (queued + running > 0) {
    const { whole } = batch;
    return {
      ...ledger,
      state: 'running',
      movedAt: now,
      reconcileAt: now,
      whole: { ...whole, fence: Math.max(0, whole.fence), until: longAgo },
    };
  }
  const isCounted = done === batch.done && failed === batch.failed && cancelled === batch.cancelled;
  return isCounted ? null : { done, failed, cancelled };
}
