import { formOf, orderViolation, studentEntity } from '@sello/contracts';
import { foldKey } from '../../database/fold.ts';
import type { StudentFields, StudentRecord } from '../students.ts';

/** Reads all declared form fields of a record, so that a field that is not in the import keeps its value. */
export const formFields = formOf(studentEntity);

export interface AcceptedRow {
  row: number;
  fields: StudentFields;
  given: Partial<StudentFields>;
}

export interface Matched {
  /** `row` is the first row of the student. */
  add: { row: number; fields: StudentFields }[];
  update: { studentId: string; fields: StudentFields }[];
  /** Numbers of rows; with `disordered` they sum up to the rows given. */
  counts: { added: number; updated: number; skipped: number };
  /** Rows whose end date, merged with the existing student, would be before the start date. */
  disordered: number[];
}

/** The student with the filled cells of a row; `undefined` when its end date would be before the start date. */
export function mergeRow(before: StudentFields, given: Partial<StudentFields>): StudentFields | undefined {
  const next = { ...before, ...given, custom: { ...before.custom, ...given.custom } };
  return orderViolation(studentEntity, next) === undefined ? next : undefined;
}

/**
 * Decides for each row whether it is added, updated or skipped. The same idNumber is the same person, in the tenant and
 * within the file; without one a row is always new. An update writes the row's filled cells; empty cells keep the
 * existing value.
 */
export function matchRows(
  rows: readonly AcceptedRow[],
  records: readonly StudentRecord[],
  existing: 'update' | 'skip' | 'add',
): Matched {
  const add: Matched['add'] = [];
  const updates = new Map<string, StudentFields>();
  const counts = { added: 0, updated: 0, skipped: 0 };
  const disordered: number[] = [];

  /** By folded idNumber: a student of the tenant, or an earlier row. */
  const known = new Map<string, { read: () => StudentFields; write: (fields: StudentFields) => void }>();
  for (const record of records) {
    const key = foldKey(record.idNumber);
    // Records are sorted by age: the oldest of several matches.
    if (known.has(key)) continue;
    known.set(key, {
      read: () => updates.get(record._id) ?? formFields(record),
      write: (fields) => updates.set(record._id, fields),
    });
  }

  for (const { row, fields, given } of rows) {
    const key = fields.idNumber === '' || existing === 'add' ? undefined : foldKey(fields.idNumber);
    const person = key === undefined ? undefined : known.get(key);
    if (person === undefined) {
      const added = { row, fields };
      add.push(added);
      counts.added += 1;
      if (key === undefined) continue;
      known.set(key, {
        read: () => added.fields,
        write: (next) => {
          added.fields = next;
        },
      });
    } else if (existing === 'skip') {
      counts.skipped += 1;
    } else {
      const before = person.read();
      const next = mergeRow(before, given);
      if (next === undefined) {
        disordered.push(row);
        continue;
      }
      person.write(next);
      counts.updated += 1;
    }
  }
  return {
    add,
    update: [...updates].map(([studentId, fields]) => ({ studentId, fields })),
    counts,
    disordered,
  };
}
