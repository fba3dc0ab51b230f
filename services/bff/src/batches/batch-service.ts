import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStoreGuard } from '@sello/blobs';
import { type BatchEvent, batchEventOf, type Design, errorMessage, type RowError } from '@sello/contracts';
import { currentDesign } from '@sello/design';
import { AppError, isAppError, type Logger, times, toRowError } from '@sello/kit';
import { enqueueFirst, type Queue } from '@sello/queue';
import type { BatchRecord, NewBatch, NewBatchItem, RevisionRecord, Store } from '@sello/store';

/** A batch whose id is the request's operation id, so that a repeated request finds the existing batch. */
export type BatchInput = NewBatch & { _id: string };

/** Creates batches and waits for them. The rows in the database are the record, the queue only a hint. */
export interface BatchService {
  /**
   * Freezes each template of the rows as a revision, once; a row whose template was deleted gets that error. Returns the
   * rows and the designs of the revisions, by template.
   */
  pinRevisions(
    tenantId: string,
    items: readonly NewBatchItem[],
  ): Promise<{ items: NewBatchItem[]; designs: Map<string, Design> }>;
  /** Writes the rows, then enqueues the first chunks. If the queue is unavailable, the workers' reconcilers enqueue them. */
  start(tenantId: string, batch: BatchInput): Promise<BatchRecord>;
  /** Publishes the batch's progress to the tenant's browsers. */
  publish(event: BatchEvent): void;
  /** Returns the batch once it has ended, or its current state after `ms` or when aborted; `null` when it does not exist. */
  wait(
    tenantId: string,
    batchId: string,
    options: { ms: number; signal?: AbortSignal },
  ): Promise<BatchRecord | null>;
  /** Receives the events that workers publish; an end wakes the calls that wait for the batch. */
  onEvent(event: BatchEvent): void;
}

export function createBatchService(
  store: Pick<Store, 'batches' | 'revisions'>,
  queue: Pick<Queue<'bff'>, 'enqueue' | 'enqueueAll' | 'chunksAhead' | 'publish'>,
  log: Logger,
): BatchService {
  const waiting = new Map<string, Set<() => void>>();

  function publish(event: BatchEvent): void {
    queue.publish('batch', event).catch((error: unknown) => {
      log.warn({ err: error, batchId: event.batchId }, 'batch event could not be published');
    });
  }

  /** Resolves when the batch has ended, after `ms`, or when aborted. */
  function endOrTimeout(batchId: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const set = waiting.get(batchId) ?? new Set();
      waiting.set(batchId, set);
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        set.delete(wake);
        if (set.size === 0) waiting.delete(batchId);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake);
      set.add(wake);
    });
  }

  return {
    publish,

    async pinRevisions(tenantId, items) {
      const pinned = new Map<string, RevisionRecord | RowError>();
      for (const { templateId, error } of items) {
        if (templateId === undefined || error !== undefined || pinned.has(templateId)) continue;
        const outcome = await store.revisions.freeze(tenantId, templateId).catch((fault: unknown) => {
          if (isAppError(fault, 'template_not_found')) return toRowError(fault);
          throw fault;
        });
        pinned.set(templateId, outcome);
      }
      const designs = new Map<string, Design>();
      for (const [templateId, revision] of pinned) {
        if ('design' in revision) designs.set(templateId, currentDesign(revision.design));
      }
      const withRevisions = items.map((item) => {
        if (item.error !== undefined) return item;
        const revision = item.templateId === undefined ? undefined : pinned.get(item.templateId);
        if (revision === undefined) {
          const error: RowError = { code: 'template_missing', message: errorMessage('template_missing') };
          return { ...item, error };
        }
        return 'code' in revision ? { ...item, error: revision } : { ...item, revisionId: revision._id };
      });
      return { items: withRevisions, designs };
    },

    async start(tenantId, batch) {
      const record = await store.batches.create(tenantId, batch);
      const batchId = record._id;
      publish(batchEventOf(record));
      if (record.endedAt !== undefined) return record;
      try {
        await enqueueFirst(queue, store.batches.nextChunks, { tenantId, batchId, kind: batch.kind });
      } catch (error) {
        log.warn({ err: error, batchId }, 'batch could not be enqueued; the reconciler enqueues it later');
      }
      return record;
    },

    async wait(tenantId, batchId, { ms, signal }) {
      const end = performance.now() + ms;
      for (;;) {
        const record = await store.batches.get(tenantId, batchId);
        const left = end - performance.now();
        if (record === null || record.endedAt !== undefined || left <= 0 || signal?.aborted) return record;
        await endOrTimeout(batchId, Math.min(times.batchPollMs, left), signal);
      }
    },

    onEvent(event) {
      const hasEnded = event.state === 'done' || event.state === 'cancelled';
      if (hasEnded) for (const wake of [...(waiting.get(event.batchId) ?? [])]) wake();
    },
  };
}

/**
 * Throws `object_store_unknown` when workers would not issue a batch because the object store is not the installation's.
 * If the store is unavailable or slow, the batch is accepted: the workers check again before each chunk.
 */
export async function checkKnownStore(objectStore: Pick<ObjectStoreGuard, 'isOurs'>): Promise<void> {
  const asked = objectStore.isOurs().catch(() => true);
  const isOurs = await Promise.race([asked, sleep(times.objectStoreCheckMs, true, { ref: false })]);
  if (!isOurs) throw new AppError('object_store_unknown');
}
