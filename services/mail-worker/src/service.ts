import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { blobsOptionsFrom, createObjectStoreGuard, openBlobs } from '@sello/blobs';
import { closeInOrder, createMetrics, createOpsServer, type Logger, type Service } from '@sello/kit';
import { createReconciler, type HandlersOf, openQueue, reconcileBatches, type Serving } from '@sello/queue';
import { openStore } from '@sello/store';
import type { MailWorkerConfig } from './config.ts';
import { rotateDueKeys } from './dkim/rotate.ts';
import { createSenders } from './dkim/senders.ts';
import { emailJob } from './jobs/email.ts';
import { enqueueDueInvites, inviteJob } from './jobs/invite.ts';
import { enqueueDueMistakes, mistakeJob } from './jobs/mistake.ts';
import { createMailMetrics } from './metrics.ts';
import { createInviteSending } from './sending/invite-sending.ts';
import { createMistakeSending } from './sending/mistake-sending.ts';
import { createSending } from './sending/sending.ts';
import { createTransport } from './sending/transport.ts';

export interface MailWorkerOverrides {
  log: Logger;
}

/** The service that sends certificates to their holders by e-mail. */
export async function createMailWorker(
  config: MailWorkerConfig,
  { log }: MailWorkerOverrides,
): Promise<Service> {
  const store = await openStore({ url: config.MONGO_URL, appName: 'mail-worker' });
  const queue = openQueue({ redisUrl: config.REDIS_URL, log, service: 'mail-worker' });
  const blobs = openBlobs(blobsOptionsFrom(config));
  const objectStore = createObjectStoreGuard(blobs, store.installation, log);
  const transport = createTransport(config.SMTP_URL.reveal());
  const registry = createMetrics('mail-worker');
  queue.measure(registry);
  const metrics = createMailMetrics(registry);
  const progress = queue.progress(store.batches.count);
  const from = config.MAIL_FROM;
  const wrappingKeys = config.DKIM_KEYS_PRIVATE;
  const dependencies = {
    ...{ store, blobs, transport, metrics, log, from },
    senders: createSenders(store, { from, wrappingKeys, log }),
    publicUrl: config.PUBLIC_URL,
    quotas: {
      unproven: config.MAIL_QUOTA_UNPROVEN,
      domain: config.MAIL_QUOTA,
      operator: config.MAIL_QUOTA,
    },
  };
  const sending = createSending(dependencies);
  const inviteSending = createInviteSending(dependencies);
  const mistakeSending = createMistakeSending(dependencies);
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const handlers = {
    email: emailJob({ batches: store.batches, queue, progress, sending, objectStore, metrics, owner }),
    invite: inviteJob({ store, queue, sending: inviteSending }),
    mistake: mistakeJob({ store, sending: mistakeSending }),
  } satisfies HandlersOf<'mail-worker'>;
  const reconciler = createReconciler(
    [
      {
        name: 'stuck e-mails',
        run: () =>
          reconcileBatches<'mail-worker'>({
            kinds: ['email'],
            stuck: store.batches.acrossTenants.stuck,
            queue,
            progress,
          }),
      },
      { name: 'DKIM keys', run: () => rotateDueKeys({ store, queue, from, wrappingKeys, log }) },
      { name: 'waiting letters of invitations', run: () => enqueueDueInvites({ store, queue }) },
      { name: 'waiting letters of reports', run: () => enqueueDueMistakes({ store, queue }) },
    ],
    log,
  );
  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    log,
    metrics: registry,
    // The mail server is not part of readiness: while it is unreachable, rows are retried.
    checks: {
      database: () => store.ping(),
      queue: () => queue.check(),
      objects: () => blobs.check(),
      objectStore: () => objectStore.check(),
    },
  });
  let serving: Serving | undefined;

  return {
    async start() {
      await ops.start();
      reconciler.start();
      serving = queue.serve(handlers, { concurrency: { email: config.EMAIL_CONCURRENCY } });
    },
    async close() {
      ops.drain();
      await closeInOrder(
        [
          { name: 'jobs', close: () => serving?.close() },
          { name: 'reconciler', close: () => reconciler.close() },
          { name: 'progress', close: () => progress.close() },
          { name: 'mail', close: () => transport.close() },
          { name: 'queue', close: () => queue.close() },
          { name: 'objects', close: () => blobs.close() },
          { name: 'database', close: () => store.close() },
          { name: 'internal port', close: () => ops.close() },
        ],
        log,
      );
    },
  };
}
