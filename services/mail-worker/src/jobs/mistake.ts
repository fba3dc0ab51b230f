import type { JobHandler, Queue } from '@sello/queue';
import type { MistakeReportRecord, Store } from '@sello/store';
import type { LetterSending } from '../sending/letter-sending.ts';
import { runLetter } from './letter.ts';

export interface MistakeContext {
  store: Pick<Store, 'mistakeReports'>;
  sending: LetterSending<MistakeReportRecord>;
}

/** Sends the letter that the report of a mistake needs now: to its reporter, or once confirmed to the organization. */
export function mistakeJob({ store, sending }: MistakeContext): JobHandler<'mistake'> {
  return {
    async run({ tenantId, reportId, letterId }, job) {
      await runLetter(await store.mistakeReports.get(tenantId, reportId), letterId, sending, job);
    },
    // The letter waits for the reconciler.
    giveUp: async () => undefined,
  };
}

/** Enqueues letters that the queue has lost or never got. */
export async function enqueueDueMistakes({
  store,
  queue,
}: {
  store: Pick<Store, 'mistakeReports'>;
  queue: Pick<Queue, 'enqueue'>;
}): Promise<void> {
  for (const { tenantId, _id, letter } of await store.mistakeReports.acrossTenants.lettersDue()) {
    await queue.enqueue('mistake', { tenantId, reportId: _id, letterId: letter.id });
  }
}
