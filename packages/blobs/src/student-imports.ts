import type { Readable } from 'node:stream';
import {
  type ErrorCode,
  type ImportOptions,
  type ImportPreviewRow,
  type ImportSummary,
  limits,
} from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import type { Blobs } from './blobs.ts';
import { temporaryFolder } from './temporary.ts';

/** Objects of an import of students are kept longer than other temporary ones: `limits.importKeptMs`. */
const folder = '/students/';
export const isStudentImport = (key: string): boolean => key.includes(folder);

/** An import of students: the CSV, what is known of it, and its rows and how they compare, part by part. */
const studentImportKeys = (
  tenantId: string,
  importId: string,
  { existing, dayFirst, encoding }: Partial<ImportOptions>,
) => {
  const key = (name: string): string => `${temporaryFolder}${tenantId}/${importId}${folder}${name}`;
  // Whoever reads the file with other decisions meanwhile changes neither what a batch writes nor what one is started with.
  const decisions = [existing, dayFirst, encoding].map((decision) => decision ?? 'open').join('-');
  return {
    csv: key('import.csv'),
    facts: key('facts.json'),
    last: key('summary.json'),
    summary: key(`summary-${decisions}.json`),
    rows: (part: number) => key(`rows-${encoding === undefined ? '' : `${encoding}-`}${part}.json`),
    preview: (part: number) => key(`preview-${decisions}-${part}.json`),
  };
};
/** The part with a row, by the number that a spreadsheet shows. */
export const partOfRow = (row: number): number => Math.floor((row - 2) / limits.importChunk);

/** A row of the file: its named cells, the others that are filled, and why it cannot be taken as it stands. */
export interface ImportedRow {
  row: number;
  cells: Record<string, string>;
  extra?: string[];
  fault?: { code: ErrorCode; details: Record<string, unknown> };
}
/** What the call that took the file stores beside it. */
export interface ImportFacts {
  fileName: string;
  size: number;
  sha256: string;
  /** The first import of the same file that was stopped, from which the ids of added students derive; else itself. */
  origin: string;
  /** The stopped batch that this import continues. */
  continues?: string;
}
/** Rows of a part by what becomes of them, so that a page of the preview skips parts that have none. */
export interface PartCounts {
  part: number;
  added: number;
  changed: number;
  failed: number;
}
export interface ImportComparison {
  summary: ImportSummary;
  options: ImportOptions;
  parts: PartCounts[];
}

/**
 * The objects of one import. `options`: the encoding that was given, in which its rows are read, and for a comparison all
 * decisions that it was made with. Reading throws `import_not_found` when they have been deleted.
 */
export function importObjects(
  blobs: Pick<Blobs, 'read' | 'put'>,
  tenantId: string,
  importId: string,
  options: Partial<ImportOptions> = {},
) {
  const keys = studentImportKeys(tenantId, importId, options);
  const read = (key: string): Promise<Buffer> =>
    blobs.read(key).catch((cause: unknown) => {
      throw isAppError(cause, 'object_missing') ? new AppError('import_not_found', { cause }) : cause;
    });
  const readJson = async <Value>(key: string): Promise<Value> =>
    JSON.parse((await read(key)).toString('utf8')) as Value;
  const putJson = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));
  return {
    csv: () => read(keys.csv),
    putCsv: (file: Readable) => blobs.put(keys.csv, file),
    facts: () => readJson<ImportFacts>(keys.facts),
    putFacts: (facts: ImportFacts) => putJson(keys.facts, facts),
    rows: (part: number) => readJson<ImportedRow[]>(keys.rows(part)),
    putRows: (part: number, rows: readonly ImportedRow[]) => putJson(keys.rows(part), rows),
    preview: (part: number) => readJson<ImportPreviewRow[]>(keys.preview(part)),
    putPreview: (part: number, rows: readonly ImportPreviewRow[]) => putJson(keys.preview(part), rows),
    /** With these decisions. */
    comparison: () => readJson<ImportComparison>(keys.summary),
    lastComparison: () => readJson<ImportComparison>(keys.last),
    /** Stores it as the one with these decisions and as the last one. */
    async putComparison(comparison: ImportComparison) {
      await putJson(keys.summary, comparison);
      await putJson(keys.last, comparison);
    },
  };
}
export type ImportObjects = ReturnType<typeof importObjects>;
