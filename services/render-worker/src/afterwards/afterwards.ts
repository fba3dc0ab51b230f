import { type BatchEvent, batchEventOf, type Language } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import { enqueueFirst, keepLease, type Queue } from '@sello/queue';
import { type BatchRecord, idAfter, type NewBatchItem, type Store, withAddress } from '@sello/store';

export interface AfterwardsDependencies {
  store: Pick<Store, 'batches' | 'certificates' | 'students' | 'tenants'>;
  queue: Pick<Queue<'render-worker'>, 'enqueue' | 'enqueueAll' | 'chunksAhead' | 'publish'>;
  log: Logger;
}

/** Makes what was asked to follow batches of certificates: the e-mails that send them. */
export interface Afterwards {
  /** For the process that has ended the batch. Throws faults; then the reconciler of some worker makes it. */
  make(ended: Pick<BatchEvent, 'tenantId' | 'batchId' | 'kind'>): Promise<void>;
  /** What nobody has made, because its process died. */
  makeDue(): Promise<void>;
}

const rowsAtOnce = 1_000;

export function createAfterwards({ store, queue, log }: AfterwardsDependencies): Afterwards {
  /** The rows of an e-mail batch: of the certificates that are still valid, whose students have an address. */
  async function rowsOf({ _id: batchId, tenantId }: BatchRecord): Promise<NewBatchItem[]> {
    const rows: NewBatchItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.batches.items(tenantId, batchId, {
        ...{ state: 'done', limit: rowsAtOnce },
        ...(cursor !== undefined && { cursor }),
      });
      const issued = page.items.flatMap(({ studentId, certId }) => (studentId && certId ? certId : []));
      const certificates = await store.certificates.getMany(tenantId, issued);
      const valid = certificates.filter(({ state }) => state === 'valid');
      const students = await store.students.getMany(
        tenantId,
        valid.map(({ studentId }) => studentId),
      );
      const addresses = new Map(students.map(({ _id, email }) => [_id, email]));
      const byId = new Map(valid.map((certificate) => [certificate._id, certificate]));
      for (const certId of issued) {
        const certificate = byId.get(certId);
        const address = certificate && addresses.get(certificate.studentId);
        if (!address) continue;
        const { studentId, printed } = certificate;
        rows.push(withAddress({ studentId, fullName: printed.holder, certId }, address));
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  }

  async function sendEmails(batch: BatchRecord, language: Language): Promise<void> {
    const { tenantId, _id: after, title, createdBy } = batch;
    // The batch had ended before its organization was deleted, which cancelled those that had not.
    if ((await store.tenants.get(tenantId))?.deletion) return;
    const items = await rowsOf(batch);
    if (items.length === 0) return;
    const made = await store.batches.create(tenantId, {
      // Whoever makes it again makes the same one: nobody is sent two messages.
      _id: idAfter(after, 'emails'),
      kind: 'email',
      ...{ title, createdBy, language, after, items },
      // Students may have been changed since the attempt of a process that died.
      isResolvedAnew: true,
    });
    await queue.publish('batch', batchEventOf(made)).catch((error: unknown) => {
      log.warn({ err: error, batchId: made._id }, 'batch event could not be published');
    });
    if (made.endedAt !== undefined) return;
    await enqueueFirst(queue, store.batches.nextChunks, { tenantId, batchId: made._id, kind: 'email' }).catch(
      (error: unknown) => {
        log.warn(
          { err: error, batchId: made._id },
          'batch could not be enqueued; the reconciler enqueues it later',
        );
      },
    );
  }

  async function make({ tenantId, batchId }: { tenantId: string; batchId: string }): Promise<void> {
    const now = new Date();
    const batch = await store.batches.takeAfterwards(tenantId, batchId, { leaseMs: times.leaseMs, now });
    if (batch === null) return;
    let until = new Date(now.getTime() + times.leaseMs);
    const moveTo = async (to: Date): Promise<boolean> => {
      const isHeld = await store.batches.moveAfterwards(tenantId, batchId, { from: until, to });
      if (isHeld) until = to;
      return isHeld;
    };
    // Renewed, and so short: whoever waits for e-mails waits as long after the death of a process.
    const lease = keepLease(() => moveTo(new Date(Date.now() + times.leaseMs)), log);
    try {
      const { emails } = batch.afterwards ?? {};
      if (emails) await sendEmails(batch, emails.language);
      await store.batches.endAfterwards(tenantId, batchId);
    } catch (fault) {
      lease.end();
      // The next round of a reconciler makes it, without waiting for the end of the lease.
      await moveTo(new Date()).catch(() => undefined);
      throw fault;
    } finally {
      lease.end();
    }
  }

  return {
    async make(ended) {
      if (ended.kind === 'generate') await make(ended);
    },
    async makeDue() {
      for (const due of await store.batches.acrossTenants.afterwardsDue()) {
        await make(due).catch((error: unknown) => {
          log.error({ err: error, batchId: due.batchId }, 'what follows a batch could not be made');
        });
      }
    },
  };
}
