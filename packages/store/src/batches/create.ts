import { stored } from '@sello/contracts';
import { AppError, times } from '@sello/kit';
import { newCertId, newId } from '../database/ids.ts';
import { inRuns, omitUndefined, type Table } from '../database/table.ts';
import { type FailedIssue, noteFailures } from '../students/failures.ts';
import type { StudentRow } from '../students/row.ts';
import type { Batches, NewBatch } from './batches.ts';
import { type BatchRow, emptyTally, type ItemRow, inRange, itemKey, longAgo, toBatch } from './row.ts';

const rowsAtOnce = 2_500;

/**
 * Builds the rows of a batch, run by run, so that only those of one run are in memory. A row of a generate batch gets
 * its certificate id and time of issue here and keeps them through every attempt. If a student occurs twice, the later
 * row is issued later.
 */
function* buildRows(tenantId: string, batchId: string, batch: NewBatch, now: Date): Generator<ItemRow[]> {
  const seen = new Map<string, number>();
  let index = 0;
  for (const items of inRuns(batch.items, rowsAtOnce)) {
    yield items.map((item) => {
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
        index: index++,
        state: item.error ? 'failed' : 'queued',
        attempts: 0,
        fence: 0,
        leaseUntil: longAgo,
        delivery: batch.kind === 'email' && !item.error ? 'queued' : undefined,
      }) as ItemRow;
    });
  }
}

/** The rows that failed before the batch was started, such as those of a template that was deleted. */
const failedEarly = ({ items }: NewBatch, issuedAt: Date): FailedIssue[] =>
  items.flatMap(({ studentId, error }) => (studentId && error ? [{ studentId, issuedAt, error }] : []));

/** More templates than a batch has are not recorded. */
const manyTemplates = 200;

function templatesOf(items: NewBatch['items']): string[] {
  return [...new Set(items.flatMap(({ templateId }) => templateId ?? []))].slice(0, manyTemplates);
}

/** Deletes a batch whose rows were never all written. The rows go first, so that none is left without its batch. */
export async function deletePreparedBatch(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  { _id, tenantId, total }: Pick<BatchRow, '_id' | 'tenantId' | 'total'>,
): Promise<void> {
  await items.deleteMany(inRange(tenantId, _id, { from: 0, to: total }));
  await batches.deleteOne({ _id, state: 'preparing' });
}

export function createCreate(
  batches: Table<BatchRow>,
  items: Table<ItemRow>,
  students: Pick<Table<StudentRow>, 'updateEach'>,
): Batches['create'] {
  const deletePrepared = (prepared: BatchRow) => deletePreparedBatch(batches, items, prepared);
  return async (tenantId, batch) => {
    const now = new Date();
    const _id = batch._id ?? newId();
    const find = () => batches.rows.findOne({ _id, tenantId });
    let existing = batch._id === undefined ? null : await find();
    if (existing && existing.state !== 'preparing') return toBatch(existing);
    if (existing && batch.isResolvedAnew) {
      await deletePrepared(existing);
      existing = null;
    }
    const total = batch.items.length;
    const failed = batch.items.filter((item) => item.error).length;
    const { kind, title, createdBy, signing, values, language, retryOf, source, afterwards, after } = batch;
    const row = omitUndefined({
      _id,
      tenantId,
      kind,
      title,
      state: 'preparing',
      rev: 1,
      total,
      ...emptyTally,
      failed,
      signing,
      values: values && stored.asPairs.write(values),
      templateIds: kind === 'generate' ? templatesOf(batch.items) : undefined,
      language,
      retryOf,
      source,
      afterwards,
      after,
      afterwardsAt: afterwards && now,
      createdBy,
      createdAt: now,
      nextFrom: 0,
      settledBelow: 0,
      settled: emptyTally,
      failedEarly: failed,
      movedAt: now,
      reconcileAt: new Date(now.getTime() + times.reconcileMs),
      whole: { fence: -1, owner: '', until: longAgo },
    }) as BatchRow;
    const raced = existing ? new Set() : await batches.insertMissing([row]);
    if (raced.size > 0 && !(await find())) throw new Error('the id belongs to another batch');
    for (const rows of buildRows(tenantId, _id, batch, now)) {
      const skipped = await items.insertMissing(rows);
      if (skipped.size > 0 && batch.isResolvedAnew) throw new AppError('unavailable');
    }
    if (kind === 'generate') await noteFailures(students, tenantId, _id, failedEarly(batch, now));
    const hasEnded = failed === total;
    const shown = await batches.findOneAndUpdate(
      // An attempt that was replaced by a later one must not show the batch of that one.
      { _id, tenantId, state: 'preparing', ...(batch.isResolvedAnew && { createdAt: now }) },
      { $set: hasEnded ? { state: 'done', startedAt: now, endedAt: now } : { state: 'queued' } },
      { returnDocument: 'after' },
    );
    // A concurrent call created the same batch first; its rows are the same.
    const made = shown ?? (await find());
    if (!made) throw new Error('the batch was removed while its rows were written');
    return toBatch(made);
  };
}
