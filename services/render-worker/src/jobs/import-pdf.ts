import type { JobHandler } from '@sello/queue';
import type { WorkMetrics } from '../metrics.ts';
import type { PdfImports } from '../pdf-imports/pdf-imports.ts';

/** Imports the pages of a PDF for a person who waits for them. */
export function importPdfJob({
  pdfImports,
  metrics,
}: {
  pdfImports: PdfImports;
  metrics: WorkMetrics;
}): JobHandler<'import-pdf'> {
  return {
    async run(data, { report, abandoned }) {
      const stopTimer = metrics.startPreviewTimer('import-pdf');
      try {
        const imported = await pdfImports.run(data, { onProgress: report, signal: abandoned });
        stopTimer('done');
        return imported;
      } catch (error) {
        stopTimer(abandoned.aborted ? 'abandoned' : 'failed');
        throw error;
      }
    },

    /** Nothing is left unfinished: who asked gets the error, and can ask again. */
    async giveUp() {},
  };
}
