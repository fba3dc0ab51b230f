import type { JobHandler } from '@sello/queue';
import type { WorkMetrics } from '../metrics.ts';
import type { Previews } from '../previews/previews.ts';

/** Prints a template for a person who waits for it. */
export function previewJob({
  previews,
  metrics,
}: {
  previews: Previews;
  metrics: WorkMetrics;
}): JobHandler<'preview'> {
  return {
    async run(data) {
      const stopTimer = metrics.startPreviewTimer('preview');
      try {
        const printed = await previews.print(data);
        stopTimer('done');
        return printed;
      } catch (error) {
        stopTimer('failed');
        throw error;
      }
    },

    /** Nothing is left unfinished: who asked gets the error, and can ask again. */
    async giveUp() {},
  };
}
