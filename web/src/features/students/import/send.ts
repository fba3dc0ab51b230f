import { limits } from '@sello/contracts';
import type { FileRow } from './read.ts';

export interface ImportError {
  /** The row number that a spreadsheet shows: 1 is the header. */
  row: number;
  fullName: string;
  message: string;
  code: string;
  source: FileRow;
}

export interface ImportSum {
  success: number;
  added: number;
  updated: number;
  skipped: number;
  errors: ImportError[];
}

export interface ChunkReply {
  success: number;
  added: number;
  updated: number;
  skipped: number;
  errors: readonly { row: number; error: string; code: string }[];
}

export type SendChunk = (rows: readonly Record<string, string>[], firstRow: number) => Promise<ChunkReply>;

/** An import that failed midway: the result so far, and the cause. */
export class ImportStopped extends Error {
  readonly sum: ImportSum;

  constructor(sum: ImportSum, cause: unknown) {
    super('The import stopped', { cause });
    this.name = 'ImportStopped';
    this.sum = sum;
  }
}

/**
 * Sends the rows in chunks of 1,000, sequentially, so that a large file does not time out. The server counts sent rows
 * from `firstRow`; a row's number is its index in the file plus 2, blank lines included.
 */
export async function sendRows(
  rows: readonly FileRow[],
  send: SendChunk,
  onProgress: (sent: number) => void,
): Promise<ImportSum> {
  const sum: ImportSum = { success: 0, added: 0, updated: 0, skipped: 0, errors: [] };
  for (let first = 0; first < rows.length; first += limits.importChunk) {
    const chunk = rows.slice(first, first + limits.importChunk);
    let reply: ChunkReply;
    try {
      reply = await send(
        chunk.map((row) => row.cells),
        first,
      );
    } catch (cause) {
      throw new ImportStopped(sum, cause);
    }
    sum.success += reply.success;
    sum.added += reply.added;
    sum.updated += reply.updated;
    sum.skipped += reply.skipped;
    for (const error of reply.errors) {
      const source = rows[error.row];
      if (!source) continue;
      sum.errors.push({
        row: source.place + 2,
        fullName: source.cells.fullName ?? '',
        message: error.error,
        code: error.code,
        source,
      });
    }
    onProgress(first + chunk.length);
  }
  return sum;
}
