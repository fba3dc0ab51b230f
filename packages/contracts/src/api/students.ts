import { z } from 'zod';
import { briefStudent, student, studentInput } from '../entities/index.ts';
import { rowError } from '../error-bodies.ts';
import { withFieldError } from '../field-error.ts';
import { bodyCounts, limits } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { existingChoice } from '../student-import.ts';
import { lineText } from '../texts.ts';
import { defineApi, done, idOf, listQuery, page, withPermission } from './define.ts';
import { orSelection, selectionCounts, selectionRule } from './selection.ts';

/** One row of an import as parsed from the CSV, with strings as cells. An invalid cell is an error of its row. */
export const importRow = z.record(z.string(), z.unknown());

const importReply = z.object({
  success: z.int(),
  /** `row` is the index of the data row, from 0; the line of the file is row + 2. */
  errors: z.array(z.object({ row: z.int(), error: z.string(), code: rowError.shape.code })),
  /** Numbers of rows; `updated` and `skipped` are rows whose idNumber already exists. */
  added: z.int(),
  updated: z.int(),
  skipped: z.int(),
});

const chosenBy = listQuery.pick({ search: true }).extend({ certified: z.enum(['true', 'false']).optional() });
/** Ids with commas between them. */
const idList = z.string().regex(/^[0-9a-f]{24}(,[0-9a-f]{24}){0,199}$/);
const studentsQuery = listQuery.extend({ certified: z.enum(['true', 'false']).optional() });

export const studentsApi = defineApi('students', {
  list: {
    method: 'GET',
    access: withPermission('students.view'),
    query: studentsQuery,
    reply: page(student).extend({ certified: z.int() }),
    fallback: 'Failed to list students',
  },
  /** The same list with the fields that bulk actions need; with `ids` only these students, at most 200. */
  'list-brief': {
    method: 'GET',
    access: withPermission('students.view'),
    query: studentsQuery.extend({ ids: idList.optional() }),
    reply: page(briefStudent).extend({ certified: z.int() }),
    fallback: 'Failed to list students',
  },
  get: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({ id: idOf('student_not_found') }),
    reply: student,
    nullOn: 'student_not_found',
    fallback: 'Failed to load the student',
  },
  /** How many students a rule chooses; with `madeAt` only those who had been added by then. */
  'selection-counts': {
    method: 'GET',
    access: withPermission('students.view'),
    query: chosenBy.extend({ madeAt: moment.optional() }),
    reply: selectionCounts,
    fallback: 'Failed to count the students',
  },
  /** All students, those a search matches, or those a rule chooses, as CSV in UTF-8 that can be imported again. */
  export: {
    method: 'POST',
    access: withPermission('students.view'),
    body: z.object({
      ...listQuery.pick({ search: true, sort: true }).shape,
      certified: z.boolean().optional(),
      /** Instead of a search: these students, or those a rule chooses. */
      ids: z.array(id).min(1).max(limits.bulkStudents).optional(),
      selection: selectionRule.optional(),
    }),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    bytes: 'text/csv; charset=utf-8',
    download: true,
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to export the students',
  },
  upsert: {
    method: 'POST',
    access: withPermission('students.create'),
    body: studentInput.extend({ _id: withFieldError(id.optional(), { wrong: 'student_not_found' }) }),
    idempotent: true,
    reply: student,
    fallback: 'Failed to upsert student',
  },
  delete: {
    method: 'DELETE',
    access: withPermission('students.delete_bulk'),
    query: z.object({ id: idOf('student_not_found') }),
    reply: done,
    fallback: 'Failed to delete student',
  },
  'delete-batch': {
    method: 'DELETE',
    access: withPermission('students.delete_bulk'),
    /** Either `ids` or `selection`. */
    body: orSelection(
      {
        ids: withFieldError(
          z.array(withFieldError(id, 'ids_invalid')).min(1).max(limits.bulkStudents).optional(),
          'ids_required',
        ),
      },
      'ids',
      'ids_required',
    ),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    reply: done.extend({ deleted: z.int() }),
    fallback: 'Failed to delete student',
  },
  /** Erases a student with all certificates and files; it cannot be undone. The files follow within about an hour. */
  erase: {
    method: 'POST',
    access: withPermission('students.delete_bulk'),
    body: z.object({
      id: idOf('student_not_found'),
      /** Kept in the audit log, without words of the student's names, the e-mail and the number. */
      reason: lineText(500).optional(),
    }),
    /** `certificates`: how many were erased. */
    reply: done.extend({ certificates: z.int() }),
    fallback: 'Failed to erase the personal data',
  },
  import: {
    method: 'POST',
    access: withPermission('students.import'),
    body: z.object({
      students: withFieldError(z.array(importRow).max(limits.csvRows), 'students_required'),
      existing: existingChoice.default('update'),
      dryRun: z.boolean().default(false),
      /** Added to the row numbers of errors, because the web sends a large file in chunks. */
      firstRow: z.int().min(0).default(0),
    }),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    idempotent: true,
    reply: importReply,
    fallback: 'Failed to import students',
  },
});
