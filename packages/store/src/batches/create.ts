import { limits, stored } from '@sello/contracts';
import { newCertId, newId } from '../database/ids.ts';
import { inRuns, omitUndefined, type Table } from '../database/table.ts';
import type { Batches, NewBatch } from './batches.ts';
import { type BatchRow, emptyTally, type ItemRow, itemKey, longAgo, toBatch } from './row.ts';

const rowsAtOnce = 2_500;

/**
 * Builds the rows of a batch. A row of a generate batch gets its certificate id and time of issue here and keeps them
 * through every attempt. If a student occurs twice, the later row is issued later.
 */
function buildRows(tenantId: string, batchId: string, batch: NewBatch, now: Date): ItemRow[] {
  const seen = new Map<string, number>();
  return batch.items.map((item, index) => {
    const times = item.studentId === undefined ? 0 : (seen.get(item.studentId) ?? 0);
    if (item.studentId !== undefined) seen.set(item.studentId, times + 1);
    const generated =
      batch.kind === 'generate' && !item.error
        ? { certId: newCertId(), issuedAt: new Date(now.getTime() + times) }
        : { certId: item.certId };
    return omitUndefined({
      ...item,
      ...generated,
      _id: itemKey(batchId, index),
      tenantId,
      batchId,
      index,
      state: item.error ? 'failed' : 'queued',
      attempts: 0,
      fence: 0,
      leaseUntil: longAgo,
      delivery: batch.kind === 'email' && !item.error ? 'queued' : undefined,
    }) as ItemRow;
  });
}

export function createCreate(batches: Table<BatchRow>, items: Table<ItemRow>): Batches['create'] {
  return async (tenantId, batch) => {
    const now = new Date();
    const _id = batch._id ?? newId();
    const find = () => batches.rows.findOne({ _id, tenantId });
    const existing = batch._id === undefined ? null : await find();
    if (existing && existing.state !== 'preparing') return toBatch(existing);
    const rows = buildRows(tenantId, _id, batch, now);
    const failed = rows.filter((row) => row.state === 'failed').length;
    const { kind, title, createdBy, signing, values, language, retryOf } = batch;
    const row = omitUndefined({
      _id,
      tenantId,
      kind,
      title,
      state: 'preparing',
      rev: 1,
      total: rows.length,
      ...emptyTally,
      failed,
      signing,
      values: values && stored.asPairs.write(values),
      language,
      retryOf,
      createdBy,
      createdAt: now,
      nextFrom: 0,
      settledBelow: 0,
      settled: emptyTally,
      failedEarly: failed,
      movedAt: now,
      reconcileAt: new Date(now.getTime() + limits.reconcileMs),
      whole: { fence: -1, owner: '', until: longAgo },
    }) as BatchRow;
    const raced = existing ? new Set() : await batches.insertMissing([row]);
    if (raced.size > 0 && !(await find())) throw new Error('the id belongs to another batch');
    for (const some of inRuns(rows, rowsAtOnce)) {
      await items.insertMissing(some);
    }
    const hasEnded = failed === rows.length;
    const shown = await batches.findOneAndUpdate(
      { _id, tenantId, state: 'preparing' },
      { $set: hasEnded ? { state: 'done', startedAt: now, endedAt: now } : { state: 'queued' } },
      { returnDocument: 'after' },
    );
    // A concurrent call created the same batch first; its rows are the same.
    const made = shown ?? (await find());
    if (!made) throw new Error('the batch was removed while its rows were written');
    return toBatch(made);
  };
}
