import type { ObjectStoreGuard } from '@sello/blobs';
import { times } from '@sello/kit';
import { type ChunkJobContext, chunkJob, type JobHandler } from '@sello/queue';
import type { BatchItemRecord, BatchRecord, RowOutcome } from '@sello/store';
import type { MailMetrics } from '../metrics.ts';
import type { Row, Sending } from '../sending/sending.ts';

export interface EmailContext extends ChunkJobContext<BatchRecord, BatchItemRecord, RowOutcome> {
  sending: Sending;
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  metrics: MailMetrics;
}

/** Rows written together; until then the delivery's own record holds the outcome. */
const writtenAtOnce = 10;

/** Sends the certificate of each row of a chunk and stores the outcome. */
export function emailJob(context: EmailContext): JobHandler<'email'> {
  const { sending, objectStore, metrics } = context;
  return chunkJob('email', context, {
    // A fault, such as an unavailable database, is not counted as an attempt to send a row's message.
    faultIsAttempt: false,
    // In a store that is not ours every file would be missing, and its row fail for good.
    waitBefore: async () => ((await objectStore.isOurs()) ? undefined : times.storeUnknownMs),

    async work({ batch, claim, signal, finish, putBack }) {
      let outcomes: RowOutcome[] = [];
      async function write(): Promise<void> {
        const written = outcomes;
        outcomes = [];
        if (written.length > 0) metrics.rowsRefused((await finish(written)).refused);
      }
      async function note({ item, verdict }: Row): Promise<void> {
        const { index, fence } = item;
        if (verdict.kind === 'again') return putBack({ index, fence }, verdict.at);
        const { kind: state, delivery } = verdict;
        outcomes.push({ index, fence, state, delivery, ...('error' in verdict && { error: verdict.error }) });
        if (outcomes.length >= writtenAtOnce) await write();
      }
      try {
        await sending.send(batch, claim.items, note, signal);
      } finally {
        await write();
      }
      return undefined;
    },
  });
}
