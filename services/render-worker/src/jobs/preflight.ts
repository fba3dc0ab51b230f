import type { JobHandler, Queue } from '@sello/queue';
import type { WorkMetrics } from '../metrics.ts';
import type { Preflights } from '../preflights/preflights.ts';

/** Checks a slice of a preflight, and enqueues the next one behind previews, for each of which somebody waits. */
export function preflightJob({
  preflights,
  queue,
  metrics,
}: {
  preflights: Preflights;
  queue: Pick<Queue<'render-worker'>, 'enqueue'>;
  metrics: WorkMetrics;
}): JobHandler<'preflight'> {
  return {
    async run(data) {
      const stopTimer = metrics.startPreviewTimer('preflight');
      try {
        const next = await preflights.run(data);
        if (next !== undefined)
          await queue.enqueue('preflight', { ...data, from: next }, { inBackground: true });
        stopTimer('done');
      } catch (error) {
        stopTimer('failed');
        throw error;
      }
    },

    giveUp: (data) => preflights.fail(data),
  };
}
