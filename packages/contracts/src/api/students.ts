import { z } from 'zod';
import { csvDelimiter } from '../csv.ts';
import { briefStudent, student, studentInput, trashedStudent } from '../entities/index.ts';
import { rowError } from '../error-bodies.ts';
import { issueError, withFieldError } from '../field-error.ts';
import { bodyCounts, limits } from '../limits.ts';
import { id, moment } from '../scalars.ts';
import { existingChoice } from '../student-import.ts';
import { lineText } from '../texts.ts';
import { defineApi, done, idList, idOf, listQuery, page, withPermission } from './define.ts';
import { orSelection, selectionCounts, selectionRule } from './selection.ts';
import { studentFilter, studentFilterQuery } from './student-filter.ts';

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

const studentsQuery = listQuery.extend({
  ...studentFilterQuery.shape,
  /** With `limit`, and without a cursor: the page of this number, from 1. Pages in order are read by the cursor. */
  page: z.coerce.number().int().min(1).max(100_000).optional(),
});
/** `certified`: of those that match; `all`: how many there are without the search and the filter. */
const studentCounts = { certified: z.int(), all: z.int() };

/** What students have in common who were deleted together: `restore` takes it. */
const deletion = id;
const trashedIds = z.array(withFieldError(id, 'ids_invalid')).min(1).max(limits.bulkStudents);

export const studentsApi = defineApi('students', {
  list: {
    method: 'GET',
    access: withPermission('students.view'),
    query: studentsQuery,
    reply: page(student).extend(studentCounts),
    fallback: 'Failed to list students',
  },
  /** The same list with the fields that bulk actions need; with `ids` only these students, at most 200. */
  'list-brief': {
    method: 'GET',
    access: withPermission('students.view'),
    query: studentsQuery.extend({ ids: idList.optional() }),
    reply: page(briefStudent).extend(studentCounts),
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
  /**
   * The names of the custom columns that students have, at most `limits.customColumns` of them; null without any student,
   * because nobody knows then what the first import brings.
   */
  columns: {
    method: 'GET',
    access: withPermission('students.view'),
    reply: z.object({ columns: z.array(z.string()).nullable() }),
    fallback: 'Failed to list students',
  },
  /** How many students a rule chooses; with `madeAt` only those who had been added by then. */
  'selection-counts': {
    method: 'GET',
    access: withPermission('students.view'),
    query: studentFilterQuery.extend({ madeAt: moment.optional() }),
    reply: selectionCounts,
    fallback: 'Failed to count the students',
  },
  /** All students, those a search and a filter match, or those a rule chooses, as CSV in UTF-8 that can be imported again. */
  export: {
    method: 'POST',
    access: withPermission('students.view'),
    body: z.object({
      ...studentFilter.shape,
      sort: listQuery.shape.sort,
      /** Instead of a search and a filter: these students, or those a rule chooses. */
      ids: z.array(id).min(1).max(limits.bulkStudents).optional(),
      selection: selectionRule.optional(),
      /** What the reader's spreadsheet splits at. */
      delimiter: csvDelimiter.default(','),
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
    reply: done.extend({ deletion }),
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
    reply: done.extend({ deleted: z.int(), deletion }),
    fallback: 'Failed to delete student',
  },
  /** The deleted students, the last deletion first. */
  trash: {
    method: 'GET',
    access: withPermission('students.delete_bulk'),
    query: listQuery.pick({ search: true, limit: true, cursor: true }),
    reply: page(trashedStudent),
    fallback: 'Failed to list the deleted students',
  },
  /** Students named by `ids`, or all of one deletion, are students again. Throws `student_not_found` when there is none. */
  restore: {
    method: 'POST',
    access: withPermission('students.delete_bulk'),
    body: z
      .object({ ids: trashedIds.optional(), deletion: deletion.optional() })
      .refine(({ ids, deletion: of }) => (ids === undefined) !== (of === undefined), {
        path: ['ids'],
        params: issueError('ids_required'),
      }),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    /** `same`: how many have an idNumber that another student of the register has now. */
    reply: done.extend({ restored: z.int(), same: z.int() }),
    fallback: 'Failed to restore the students',
  },
  /** Deletes records in the trash for good; certificates stay. `all` empties the trash. */
  'delete-forever': {
    method: 'POST',
    access: withPermission('students.delete_bulk'),
    body: z
      .object({ ids: trashedIds.optional(), all: z.literal(true).optional() })
      .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
        path: ['ids'],
        params: issueError('ids_required'),
      }),
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
