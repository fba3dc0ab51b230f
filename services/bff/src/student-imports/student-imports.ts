import { createReadStream } from 'node:fs';
import {
  type Blobs,
  type ImportComparison,
  type ImportedRow,
  type ImportFacts,
  importObjects,
  partOfRow,
} from '@sello/blobs';
import {
  type CsvEncoding,
  type ImportOptions,
  type ImportPreviewRow,
  type ImportProgress,
  type ImportSummary,
  limits,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Queue } from '@sello/queue';
import { idOfRow, type NewBatchItem } from '@sello/store';

interface KeptFile {
  fileName: string;
  path: string;
  size: number;
  sha256: string;
}

interface Wanted {
  tenantId: string;
  importId: string;
}

/** Files of students that people have sent: kept as temporary objects, read and compared by a render-worker. */
export interface StudentImports {
  keep(wanted: Wanted, file: KeptFile, facts: Pick<ImportFacts, 'origin' | 'continues'>): Promise<void>;
  /** Compares the file with the students. Throws `import_not_found`, the errors of a CSV, `worker_busy`. */
  read(
    wanted: Wanted,
    options: ImportOptions,
    listener: { onProgress(progress: ImportProgress): void; signal: AbortSignal },
  ): Promise<ImportSummary>;
  /** A page of the rows as they were last compared, from a row number on. */
  preview(
    wanted: Wanted,
    show: 'all' | 'added' | 'changed' | 'failed',
    from: number,
  ): Promise<{ items: ImportPreviewRow[]; nextCursor: number | null }>;
  /** The last comparison, or the last one with these decisions; `undefined` while there is none. */
  comparison(
    wanted: Wanted,
    options?: ImportOptions,
  ): Promise<{ facts: ImportFacts; compared: ImportComparison | undefined }>;
  /** The rows of a batch that writes the file as it was compared. */
  rows(wanted: Wanted, origin: string, compared: ImportComparison): Promise<NewBatchItem[]>;
  /** Rows of the file as a batch has read them, by their numbers. */
  fileRows(
    wanted: Wanted & { encoding: CsvEncoding | undefined },
    rows: readonly number[],
  ): Promise<Map<number, ImportedRow>>;
}

const pageRows = 100;

export function createStudentImports({
  blobs,
  queue,
  closing,
}: {
  blobs: Blobs;
  queue: Pick<Queue<'bff'>, 'ask'>;
  /** Aborted when the service drains. */
  closing: AbortSignal;
}): StudentImports {
  const objectsOf = ({ tenantId, importId }: Wanted, options?: ImportOptions) =>
    importObjects(blobs, tenantId, importId, options);

  return {
    async keep(wanted, { path, fileName, size, sha256 }, { origin, continues }) {
      const objects = objectsOf(wanted);
      try {
        await objects.putCsv(createReadStream(path));
        // Last: an import without its facts is none.
        await objects.putFacts({
          ...{ fileName, size, sha256, origin },
          ...(continues !== undefined && { continues }),
        });
      } catch (cause) {
        throw new AppError('upload_failed', { cause });
      }
    },

    async read(wanted, options, { onProgress, signal }) {
      await objectsOf(wanted).facts();
      return queue.ask(
        'read-students',
        { ...wanted, ...options },
        { timeoutMs: limits.importWaitMs, signal: AbortSignal.any([closing, signal]), onProgress },
      );
    },

    async preview(wanted, show, from) {
      const { parts, options } = await objectsOf(wanted).lastComparison();
      const objects = objectsOf(wanted, options);
      const items: ImportPreviewRow[] = [];
      for (const counts of parts) {
        if (from > 2 && counts.part < partOfRow(from)) continue;
        if (show !== 'all' && counts[show] === 0) continue;
        for (const row of await objects.preview(counts.part)) {
          if (row.row < from || (show !== 'all' && row.will !== show)) continue;
          if (items.length === pageRows) return { items, nextCursor: row.row };
          items.push(row);
        }
      }
      return { items, nextCursor: null };
    },

    async comparison(wanted, options) {
      const objects = objectsOf(wanted, options);
      const facts = await objects.facts();
      const found = options === undefined ? objects.lastComparison() : objects.comparison();
      const compared = await found.catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'import_not_found') return undefined;
        throw error;
      });
      return { facts, compared };
    },

    async rows(wanted, origin, { parts, options }) {
      const objects = objectsOf(wanted, options);
      const items: NewBatchItem[] = [];
      for (const { part } of parts) {
        for (const { row, fullName, studentId, already, error } of await objects.preview(part)) {
          if (already) continue;
          items.push({
            row,
            fullName,
            studentId: error ? undefined : (studentId ?? idOfRow(origin, row)),
            error,
          });
        }
      }
      return items;
    },

    async fileRows({ tenantId, importId, encoding }, rows) {
      const objects = importObjects(blobs, tenantId, importId, { encoding });
      const asked = new Set(rows);
      const found = new Map<number, ImportedRow>();
      for (const part of new Set(rows.map(partOfRow))) {
        for (const one of await objects.rows(part)) if (asked.has(one.row)) found.set(one.row, one);
      }
      return found;
    },
  };
}
