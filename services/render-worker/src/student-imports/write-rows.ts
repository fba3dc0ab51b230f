import { type Blobs, importObjects, partOfRow } from '@sello/blobs';
import type { CsvRow } from '@sello/kit/csv-read';
import {
  type AcceptedRow,
  type BatchItemRecord,
  type BatchRecord,
  compareRows,
  idOfRow,
  type RowOutcome,
  readFileRow,
  rowErrorOf,
  type Store,
} from '@sello/store';
import { knownTemplates } from './read-students.ts';

type ImportBatch = Pick<BatchRecord, 'tenantId' | 'source'>;

/**
 * Writes the students of claimed rows and returns their outcomes. Run again after a crash it adds nobody twice: the id of
 * an added student derives from the import and the row. The caller holds the lock of the organization's imports. Throws
 * `import_not_found` when the file has been deleted.
 */
export async function writeRows(
  { store, blobs }: { store: Pick<Store, 'students' | 'templates'>; blobs: Blobs },
  { tenantId, source }: ImportBatch,
  items: readonly BatchItemRecord[],
): Promise<RowOutcome[]> {
  const { importId, origin, existing, dayFirst, encoding } = source!;
  const objects = importObjects(blobs, tenantId, importId, { encoding });
  const rows = new Map<number, CsvRow>();
  for (const part of new Set(items.map(({ row }) => partOfRow(row!)))) {
    for (const one of await objects.rows(part)) rows.set(one.row, one);
  }
  const outcomes: RowOutcome[] = [];
  const fail = ({ index, fence }: BatchItemRecord, error: RowOutcome['error']) =>
    outcomes.push({ index, fence, state: 'failed', error });
  const itemOf = new Map(items.map((item) => [item.row!, item]));
  const read: AcceptedRow[] = [];
  for (const item of items) {
    const outcome = readFileRow(rows.get(item.row!) ?? { cells: {} }, dayFirst).read;
    if ('error' in outcome) fail(item, outcome.error);
    else read.push({ row: item.row!, ...outcome });
  }
  const known = await knownTemplates(store, tenantId, read);
  const accepted = read.filter(({ row, fields }) => {
    if (fields.templateId === undefined || known.has(fields.templateId)) return true;
    fail(itemOf.get(row)!, rowErrorOf('template_not_found'));
    return false;
  });
  const numbers = accepted.map(({ fields }) => fields.idNumber).filter((text) => text !== '');
  const found =
    existing === 'add' || numbers.length === 0 ? [] : await store.students.byIdNumbers(tenantId, numbers);
  // Students that an interrupted run has added are added again under the same ids, which changes nothing.
  const own = new Set(accepted.map(({ row }) => idOfRow(origin, row)));
  const compared = compareRows(
    accepted,
    found.filter(({ _id }) => !own.has(_id)),
    existing,
  );
  const add = compared.flatMap((one) => {
    if (one.will !== 'added') return [];
    const item = itemOf.get(one.row)!;
    // The preview has shown that the row changes somebody, who was deleted meanwhile.
    const isGone = item.studentId !== undefined && item.studentId !== idOfRow(origin, one.row);
    if (isGone) fail(item, rowErrorOf('student_not_found'));
    return isGone ? [] : [one];
  });
  const update = compared.flatMap((one) =>
    one.will === 'changed' ? [{ studentId: one.studentId!, fields: one.fields }] : [],
  );
  if (add.length + update.length > 0) {
    const from = { importId: origin, rows: add.map(({ row }) => row) };
    await store.students.saveMany(tenantId, { add: add.map(({ fields }) => fields), update }, from);
  }
  const isAdded = new Set(add.map(({ row }) => row));
  for (const one of compared) {
    const { index, fence } = itemOf.get(one.row)!;
    if (one.will === 'failed') fail(itemOf.get(one.row)!, one.error);
    else if (one.will !== 'added' || isAdded.has(one.row))
      outcomes.push({ index, fence, state: 'done', outcome: one.will });
  }
  return outcomes;
}
