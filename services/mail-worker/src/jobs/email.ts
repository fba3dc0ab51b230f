import { type JobData, limits } from '@sello/contracts';
import { AppError, toRowError } from '@sello/kit';
import {
  createHandOn,
  createReleases,
  type JobHandler,
  jobIdOf,
  keepLease,
  type Progress,
  type Queue,
} from '@sello/queue';
import type { BatchItemRecord, Claim, RowOutcome, Store } from '@sello/store';
import type { MailMetrics } from '../metrics.ts';
import type { Row, Sending } from '../sending/sending.ts';

export interface EmailParts {
  store: Pick<Store, 'batches'>;
  queue: Pick<Queue, 'enqueue'>;
  progress: Progress;
  sending: Sending;
  metrics: MailMetrics;
  /** Who holds the leases. */
  owner: string;
}

type Chunk = JobData<'email'>;

/** Rows written together; until then the delivery's own record tells what happened. */
const writtenAtOnce = 10;
const afterLeaseMs = 250;

/** Claims the rows of a chunk, sends each certificate, notes what became of it, and hands on the next chunk. */
export function emailJob(parts: EmailParts): JobHandler<'email'> {
  const { store, queue, progress, sending, metrics, owner } = parts;
  const { batches } = store;

  const releases = createReleases();
  const handOn = createHandOn('email', { nextChunks: batches.nextChunks, queue, progress });

  /** Writes verdicts as they come; what was never begun is in `open` at the end. */
  function openBook({ tenantId, batchId }: Chunk, claim: Claim) {
    const open = new Map<number, BatchItemRecord>(claim.items.map((item) => [item.index, item]));
    let written: RowOutcome[] = [];
    const write = async (): Promise<void> => {
      const outcomes = written;
      written = [];
      const { refused } = await batches.finish(tenantId, batchId, outcomes);
      metrics.rowsRefused(refused);
      progress.touch(tenantId, batchId);
    };
    return {
      open,
      write,
      async note({ item, verdict }: Row): Promise<void> {
        open.delete(item.index);
        const { index, fence } = item;
        if (verdict.kind === 'again') {
          await batches.release(tenantId, batchId, [{ index, fence }], verdict.at);
          return;
        }
        const { kind: state, delivery } = verdict;
        written.push({ index, fence, state, delivery, ...('error' in verdict && { error: verdict.error }) });
        if (written.length >= writtenAtOnce) await write();
      },
    };
  }

  return {
    async run(chunk, { log, signal, handBack }) {
      const { tenantId, batchId, from, to } = chunk;
      const rows = jobIdOf('email', chunk);
      await releases.settle(rows);
      const claim = await batches.claim(tenantId, batchId, { from, to }, { owner, leaseMs: limits.leaseMs });
      if (claim.items.length === 0) {
        const held = await batches.heldFor(tenantId, batchId, { from, to });
        return held > 0 ? handBack(held + afterLeaseMs) : handOn(chunk, false);
      }
      const lease = keepLease(async () => (await batches.renew(tenantId, claim, limits.leaseMs)) > 0, log);
      const book = openBook(chunk, claim);
      try {
        progress.touch(tenantId, batchId);
        const batch = await batches.get(tenantId, batchId);
        if (batch === null) throw new AppError('batch_not_found');
        await sending.send(batch, claim.items, book.note, AbortSignal.any([signal, lease.lost]));
      } finally {
        lease.end();
        const free = () => batches.release(tenantId, batchId, [...book.open.values()], 'now');
        try {
          await book.write();
        } finally {
          await releases.attempt(rows, free, log);
        }
      }
      if (signal.aborted && book.open.size > 0) return handBack(0);
      await handOn(chunk, true);
    },

    async giveUp(chunk, error) {
      const { tenantId, batchId, from, to } = chunk;
      await batches.failUnfinished(tenantId, batchId, { from, to }, toRowError(error));
      await handOn(chunk, true);
    },
  };
}
