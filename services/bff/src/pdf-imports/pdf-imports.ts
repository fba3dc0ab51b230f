import { type Blobs, importKeys } from '@sello/blobs';
import { type PdfImport, type PdfImportProgress, serviceLimits } from '@sello/contracts';
import { AppError, type Logger } from '@sello/kit';
import type { Queue } from '@sello/queue';
import { newId } from '@sello/store';

export interface ImportOptions {
  onProgress(progress: PdfImportProgress): void;
  /** Aborted when the person has left: the worker stops, and nothing is stored. */
  signal: AbortSignal;
}

/** Imports PDFs in a render-worker for a person who waits for it. */
export interface PdfImports {
  /**
   * Stores the pages of a PDF as assets of the owner. Throws `upload_failed` when the object store refuses the file, what
   * the job throws, `worker_busy`, `work_too_slow` and `unavailable`.
   */
  run(owner: string, file: Uint8Array, options: ImportOptions): Promise<PdfImport>;
}

export function createPdfImports({
  blobs,
  queue,
  log,
  closing,
}: {
  blobs: Blobs;
  queue: Pick<Queue<'bff'>, 'ask'>;
  log: Logger;
  /** Aborted when the service drains. */
  closing: AbortSignal;
}): PdfImports {
  return {
    async run(owner, file, { onProgress, signal }) {
      const importId = newId();
      const { pdf } = importKeys(owner, importId);
      try {
        await blobs.put(pdf, file).catch((cause: unknown) => {
          throw new AppError('upload_failed', { cause });
        });
        return await queue.ask(
          'import-pdf',
          { tenantId: owner, importId },
          {
            timeoutMs: serviceLimits.pdfImportWaitMs,
            signal: AbortSignal.any([closing, signal]),
            onProgress,
          },
        );
      } finally {
        await blobs.delete(pdf).catch((error: unknown) => {
          log.warn({ err: error, importId }, 'an imported PDF could not be deleted; it is swept later');
        });
      }
    },
  };
}
