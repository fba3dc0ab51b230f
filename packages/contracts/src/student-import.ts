import { z } from 'zod';
import { csvEncoding, csvEncodingNames } from './csv-encodings.ts';
import { rowError } from './error-bodies.ts';
import { id } from './scalars.ts';

/** What to do with a row whose idNumber already exists. */
export const existingChoice = z.enum(['update', 'skip', 'add']);
export type ExistingChoice = z.infer<typeof existingChoice>;

/**
 * What the person decides about a file. `dayFirst` answers how dates such as 03/04/2026 are read; `encoding`, how the bytes
 * of a file are that is neither UTF-8 nor marked UTF-16.
 */
export const importOptions = z.strictObject({
  existing: existingChoice.default('update'),
  dayFirst: z.boolean().optional(),
  encoding: csvEncoding.optional(),
});
export type ImportOptions = z.infer<typeof importOptions>;

/** What becomes of a row: `same` is written nothing of, `skipped` is left although it differs. */
export const rowOutcome = z.enum(['added', 'changed', 'same', 'skipped']);
export type ImportOutcome = z.infer<typeof rowOutcome>;

/** A value that a row changes; without `from` or `to` there was, or will be, none. */
const change = z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() });
export type ImportChange = z.infer<typeof change>;

/** A row as it will be written. `row` is the number that a spreadsheet shows: 1 is the header. */
export const importPreviewRow = z.object({
  row: z.int(),
  fullName: z.string(),
  will: z.enum([...rowOutcome.options, 'failed']),
  /** The student whom it changes or leaves. */
  studentId: id.optional(),
  /** Of a changed row; of a new one, what is written. */
  changes: z.array(change),
  /** Dates that can be read both ways while nobody has said how. */
  openDates: z.array(z.string()),
  /** An import of the same file that was stopped has written it. */
  already: z.literal(true).optional(),
  error: rowError.optional(),
});
export type ImportPreviewRow = z.infer<typeof importPreviewRow>;

const dateExample = z.object({ row: z.int(), text: z.string() });
/** The dates of a file that are not ISO 8601. */
export const importDates = z.object({
  /** Those that can be read both ways; above 0 the person has to say how. */
  both: z.object({
    count: z.int(),
    example: dateExample.extend({ day: z.string(), month: z.string() }).optional(),
  }),
  dayFirst: z.object({ count: z.int(), example: dateExample.optional() }),
  monthFirst: z.object({ count: z.int(), example: dateExample.optional() }),
});
export type ImportDates = z.infer<typeof importDates>;

const counts = {
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  skipped: z.int(),
  failed: z.int(),
};
const encodingName = z.enum(csvEncodingNames);
/** An encoding in which a file can be read, with up to three of its names as they are in it. */
const encodingSample = z.object({ encoding: encodingName, samples: z.array(z.string()) });
export type EncodingSample = z.infer<typeof encodingSample>;

/** What a file would do. */
export const importSummary = z.object({
  rows: z.int(),
  delimiter: z.string(),
  columns: z.array(z.string()),
  /** In which it was read. */
  encoding: encodingName,
  /**
   * While the encoding has to be given: those that fit the file, the likeliest first. Then nothing has been compared, and
   * all counts are 0.
   */
  encodings: z.array(encodingSample).min(1).optional(),
  ...counts,
  /** Rows of students who are known by their idNumber. */
  known: z.int(),
  /** Rows that an earlier import of the same file has written before it was stopped. */
  already: z.int(),
  dates: importDates,
});
export type ImportSummary = z.infer<typeof importSummary>;

/** What an import has done; `failedEarly` of the failed rows were known before it started. */
export const importResult = z.object({ ...counts, cancelled: z.int(), failedEarly: z.int() });

/** Rows that are compared with the students. */
export const importProgress = z.strictObject({ rows: z.int(), total: z.int().min(1) });
export type ImportProgress = z.infer<typeof importProgress>;
