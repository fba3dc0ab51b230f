import { z } from 'zod';
import { rowError } from '../error-bodies.ts';
import { limits } from '../limits.ts';
import { id } from '../scalars.ts';
import {
  importOptions,
  importPreviewRow,
  importProgress,
  importResult,
  importSummary,
} from '../student-import.ts';
import { accepted, defineApi, idOf, withPermission } from './define.ts';

const access = withPermission('students.import');
const importId = idOf('import_not_found');

/** The import of a CSV as a batch: the file is sent once, read and compared, and written when somebody says so. */
export const studentImportsApi = defineApi('students', {
  /** Multipart `{csv file}`. It is kept for `limits.importKeptMs`, or until somebody starts it and that long after. */
  'import-file': {
    method: 'POST',
    access,
    body: z.object({}),
    multipart: { field: 'csv', limit: limits.csvBytes, tooLarge: 'csv_too_large' },
    idempotent: true,
    reply: z.object({
      importId: id,
      fileName: z.string(),
      size: z.int(),
      /** An import of the same file that was stopped; starting this one goes on where it was. */
      stopped: z.object({ batchId: id, done: z.int(), total: z.int() }).optional(),
      /** Without `stopped`: the newest import that was stopped, of a file of this name whose content differs. */
      other: z.object({ fileName: z.string() }).optional(),
    }),
    fallback: 'Failed to import students',
  },
  /**
   * Reads the file and compares it with the students; nothing is written. A file that does not say its encoding is not
   * compared before the encoding is given. Throws the errors of a CSV.
   */
  'import-read': {
    method: 'POST',
    access,
    body: importOptions.extend({ importId }),
    reply: importSummary,
    progress: importProgress,
    fallback: 'Failed to import students',
  },
  /** A page of the rows as `import-read` has last compared them. */
  'import-preview': {
    method: 'GET',
    access,
    query: z.object({
      importId,
      show: z.enum(['all', 'added', 'changed', 'failed']).default('all'),
      cursor: z.coerce.number().int().min(0).default(0),
    }),
    reply: z.object({ items: z.array(importPreviewRow), nextCursor: z.int().nullable() }),
    fallback: 'Failed to import students',
  },
  /**
   * Starts the batch of the rows that did not fail. Throws `import_dates_open` while dates can be read both ways, and
   * `csv_encoding_unclear` while the encoding has to be given.
   */
  'import-start': {
    method: 'POST',
    access,
    body: importOptions.extend({ importId }),
    idempotent: true,
    batch: true,
    reply: z.union([
      z.object({
        success: z.int(),
        errors: z.array(z.object({ index: z.int(), error: z.string(), code: rowError.shape.code })),
      }),
      accepted,
    ]),
    fallback: 'Failed to import students',
  },
  'import-result': {
    method: 'GET',
    access,
    query: z.object({ batchId: idOf('batch_not_found') }),
    reply: importResult,
    fallback: 'Failed to import students',
  },
  /** A page of the failed rows with the cells of the file, from which they can be written as a CSV. */
  'import-failed': {
    method: 'GET',
    access,
    query: z.object({ batchId: idOf('batch_not_found'), cursor: z.string().max(20).optional() }),
    reply: z.object({
      columns: z.array(z.string()),
      items: z.array(
        z.object({
          row: z.int(),
          cells: z.record(z.string(), z.string()),
          /** Filled cells that stand under no named column. */
          extra: z.array(z.string()).optional(),
          error: rowError.optional(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    fallback: 'Failed to import students',
  },
});
