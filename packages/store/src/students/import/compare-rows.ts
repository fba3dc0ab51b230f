import {
  type ExistingChoice,
  type ImportChange,
  type ImportOutcome,
  type RowError,
  studentEntity,
} from '@sello/contracts';
import { foldKey } from '../../database/fold.ts';
import type { StudentFields, StudentRecord } from '../students.ts';
import { type AcceptedRow, formFields, mergeRow } from './match-rows.ts';
import { rowErrorOf } from './read-row.ts';

/** What becomes of a row. `fields` are those to write; `studentId` is an existing student's. */
export type ComparedRow = { row: number; changes: ImportChange[]; studentId?: string } & (
  | { will: 'added' | 'changed'; fields: StudentFields }
  | { will: Exclude<ImportOutcome, 'added' | 'changed'> }
  | { will: 'failed'; error: RowError }
);

/** The key by which a row is a student's again; rows without an idNumber are always new. */
export const keyOfRow = ({ fields }: Pick<AcceptedRow, 'fields'>): string | undefined =>
  fields.idNumber === '' ? undefined : foldKey(fields.idNumber);

/**
 * Compares rows, no two of which are of the same student, with the students of their idNumbers, oldest first. The
 * preview and the writing of an import both take what becomes of a row from here.
 */
export function compareRows(
  rows: readonly AcceptedRow[],
  records: readonly StudentRecord[],
  existing: ExistingChoice,
): ComparedRow[] {
  const known = new Map<string, StudentRecord>();
  for (const record of records) {
    const key = foldKey(record.idNumber);
    if (!known.has(key)) known.set(key, record);
  }
  return rows.map((given): ComparedRow => {
    const { row, fields } = given;
    const key = existing === 'add' ? undefined : keyOfRow(given);
    const record = key === undefined ? undefined : known.get(key);
    if (record === undefined)
      return { row, will: 'added', fields, changes: changesBetween(undefined, fields) };
    const studentId = record._id;
    const before = formFields(record);
    const next = mergeRow(before, given.given);
    const changes = next === undefined ? [] : changesBetween(before, next);
    if (existing === 'skip') {
      return {
        row,
        studentId,
        will: next === undefined || changes.length > 0 ? 'skipped' : 'same',
        changes: [],
      };
    }
    if (next === undefined)
      return { row, studentId, will: 'failed', error: rowErrorOf('date_order'), changes };
    if (changes.length === 0) return { row, studentId, will: 'same', changes };
    return { row, studentId, will: 'changed', fields: next, changes };
  });
}

const names = Object.keys(studentEntity.fields);
const written = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : String(value);

/** The fields that differ, as texts; a further column as `custom.<name>`. */
function changesBetween(before: StudentFields | undefined, after: StudentFields): ImportChange[] {
  const changes: ImportChange[] = [];
  const note = (field: string, from: string | undefined, to: string | undefined): void => {
    if (from === to) return;
    changes.push({ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  };
  const old = (before ?? {}) as Record<string, unknown>;
  const next = after as Record<string, unknown>;
  for (const name of names) {
    if (name === 'custom' || (before === undefined && typeof next[name] === 'boolean')) continue;
    note(name, written(old[name]), written(next[name]));
  }
  const custom = before?.custom ?? {};
  for (const name of new Set([...Object.keys(custom), ...Object.keys(after.custom)])) {
    const of = (values: Record<string, string>) => (Object.hasOwn(values, name) ? values[name] : undefined);
    note(`custom.${name}`, written(of(custom)), written(of(after.custom)));
  }
  return changes;
}
