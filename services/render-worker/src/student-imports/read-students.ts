import { setImmediate } from 'node:timers/promises';
import { type Blobs, type ImportObjects, importObjects, type PartCounts, partOfRow } from '@sello/blobs';
import {
  type CsvEncoding,
  csvFields,
  csvNames,
  type EncodingSample,
  type Fields,
  type ImportPreviewRow,
  type ImportProgress,
  type ImportSummary,
  type JobData,
  limits,
  studentEntity,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import { decodeCsv, encodingOf, samplesOf } from '@sello/kit/csv-encoding';
import { type CsvRow, openCsv } from '@sello/kit/csv-read';
import { type AcceptedRow, compareRows, keyOfRow, readFileRow, rowErrorOf, type Store } from '@sello/store';
import { createDateScan } from './scan-dates.ts';

export interface ReadOptions {
  onProgress(progress: ImportProgress): void;
  /** Aborted when who asked has left. */
  signal: AbortSignal;
}

const csvRules = {
  known: csvNames,
  required: csvFields(studentEntity).flatMap(({ name, column }) =>
    column !== undefined && (studentEntity.fields as Fields)[name]!.facts.form?.required === 'always'
      ? column
      : [],
  ),
  further: limits.customFields,
};

/**
 * Reads the file of an import, stores its rows in parts, and compares each part with the students. Only one part is in
 * memory at a time. Nothing is written but objects of the import. Of a file that does not say its encoding only names are
 * read, until the encoding is given. Throws the errors of `openCsv`, `csv_too_large`, `import_not_found`.
 */
export async function readStudents(
  { store, blobs }: { store: Pick<Store, 'batches' | 'students' | 'templates'>; blobs: Blobs },
  { tenantId, importId, existing, dayFirst, encoding: given }: JobData<'read-students'>,
  { onProgress, signal }: ReadOptions,
): Promise<ImportSummary> {
  const options = { existing, dayFirst, encoding: given };
  const objects = importObjects(blobs, tenantId, importId, options);
  const { continues } = await objects.facts();
  const bytes = await objects.csv();
  const reading = encodingOf(bytes, given);
  if ('likely' in reading) return uncompared(samplesOf(bytes, reading.likely, csvRules));
  const file = await storeRows(objects, bytes, reading.certain, signal);
  const written = await writtenRows(store, tenantId, continues);
  /** idNumber → the first row that has it. */
  const seen = new Map<string, number>();
  const summary: ImportSummary = {
    ...{ rows: file.rows, delimiter: file.delimiter, columns: file.columns, dates: file.dates },
    ...{ encoding: reading.certain, ...none },
  };
  const parts: PartCounts[] = [];
  let compared = 0;
  for (const part of file.parts) {
    signal.throwIfAborted();
    onProgress({ rows: compared, total: file.rows });
    const rows = await objects.rows(part);
    const preview = await comparePart(rows);
    for (const { row, will, studentId } of preview) {
      if (written.has(row)) summary.already++;
      summary[will]++;
      if (studentId !== undefined && will !== 'failed') summary.known++;
    }
    const count = (will: ImportPreviewRow['will']) => preview.filter((one) => one.will === will).length;
    parts.push({ part, added: count('added'), changed: count('changed'), failed: count('failed') });
    await objects.putPreview(part, preview);
    compared += rows.length;
  }
  onProgress({ rows: compared, total: file.rows });
  await objects.putComparison({ summary, parts, options });
  return summary;

  async function comparePart(rows: readonly CsvRow[]): Promise<ImportPreviewRow[]> {
    const accepted: AcceptedRow[] = [];
    const preview = new Map<number, ImportPreviewRow>();
    for (const one of rows) {
      const { row, cells } = one;
      const base = { row, fullName: (cells.fullName ?? '').slice(0, 300), changes: [], openDates: [] };
      if (written.has(row)) {
        preview.set(row, { ...base, will: 'same', already: true });
        continue;
      }
      const { read, openDates } = readFileRow(one, dayFirst);
      if ('error' in read) {
        preview.set(row, { ...base, will: 'failed', error: read.error });
        continue;
      }
      const given = { row, ...read };
      const key = existing === 'add' ? undefined : keyOfRow(given);
      const first = key === undefined ? undefined : seen.get(key);
      if (first !== undefined) {
        const error = rowErrorOf('id_number_repeated', { row: first });
        preview.set(row, { ...base, will: 'failed', error });
        continue;
      }
      if (key !== undefined) seen.set(key, row);
      preview.set(row, { ...base, openDates, will: 'added' });
      accepted.push(given);
    }
    const known = await knownTemplates(store, tenantId, accepted);
    const fit = accepted.filter(({ row, fields }) => {
      if (fields.templateId === undefined || known.has(fields.templateId)) return true;
      const error = rowErrorOf('template_not_found');
      preview.set(row, { ...preview.get(row)!, will: 'failed', error });
      return false;
    });
    const numbers = fit.map(({ fields }) => fields.idNumber).filter((text) => text !== '');
    const records =
      existing === 'add' || numbers.length === 0 ? [] : await store.students.byIdNumbers(tenantId, numbers);
    for (const compared of compareRows(fit, records, existing)) {
      const { row, will, changes, studentId } = compared;
      preview.set(row, {
        ...preview.get(row)!,
        ...{ will, changes },
        ...(studentId !== undefined && { studentId }),
        ...(compared.will === 'failed' && { error: compared.error }),
      });
    }
    return rows.map(({ row }) => preview.get(row)!);
  }
}

const none = { added: 0, changed: 0, same: 0, skipped: 0, failed: 0, known: 0, already: 0 };

/** Of a file that waits for its encoding. */
function uncompared(encodings: EncodingSample[]): ImportSummary {
  const { encoding } = encodings[0]!;
  const { dates } = createDateScan();
  return { rows: 0, delimiter: '', columns: [], dates, encoding, encodings, ...none };
}

/** Stores the rows in parts by their numbers. */
async function storeRows(
  objects: ImportObjects,
  bytes: Uint8Array,
  encoding: CsvEncoding,
  signal: AbortSignal,
) {
  const csv = openCsv(decodeCsv(bytes, encoding), csvRules);
  const scan = createDateScan();
  const parts: number[] = [];
  let held: CsvRow[] = [];
  let rows = 0;
  const store = async (): Promise<void> => {
    if (held.length === 0) return;
    const part = partOfRow(held[0]!.row);
    parts.push(part);
    await objects.putRows(part, held);
    held = [];
  };
  for (const some of csv.rows()) {
    signal.throwIfAborted();
    for (const one of some) {
      if (held.length > 0 && partOfRow(held[0]!.row) !== partOfRow(one.row)) await store();
      held.push(one);
      scan.add(one);
    }
    rows += some.length;
    if (rows > limits.csvRows) throw new AppError('csv_too_large');
    await setImmediate();
  }
  await store();
  return { delimiter: csv.delimiter, columns: csv.columns, rows, parts, dates: scan.dates };
}

/** The rows that an import of the same file has written before it was stopped, and what it continued itself. */
async function writtenRows(
  { batches }: Pick<Store, 'batches'>,
  tenantId: string,
  batchId: string | undefined,
): Promise<Set<number>> {
  const written = new Set<number>();
  if (batchId === undefined) return written;
  let cursor: string | undefined;
  do {
    const page = await batches.items(tenantId, batchId, { state: 'done', limit: limits.importChunk, cursor });
    for (const { row } of page.items) if (row !== undefined) written.add(row);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return written;
}

/** Those of the templates that rows name which the organization has. */
export async function knownTemplates(
  { templates }: Pick<Store, 'templates'>,
  tenantId: string,
  rows: readonly AcceptedRow[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(rows.flatMap(({ fields }) => fields.templateId ?? []))];
  if (asked.length === 0) return new Set();
  return new Set((await templates.summaries(tenantId, asked)).map(({ _id }) => _id));
}
