import { closeInOrder, createMetrics, createOpsServer, type Logger, type Service } from '@sello/kit';
import { createReconciler, type JobsOn, openQueue, type Serving } from '@sello/queue';
import { openStore } from '@sello/store';
import { createLookUp } from './check/look-up.ts';
import type { DomainWorkerConfig } from './config.ts';
import { domainJob } from './jobs/domain.ts';

export interface DomainWorkerOverrides {
  log: Logger;
  now?: () => Date;
}

/** The service that checks custom domains: soon after they are claimed, ever more seldom until they stand, then daily. */
export async function createDomainWorker(
  config: DomainWorkerConfig,
  { log, now = () => new Date() }: DomainWorkerOverrides,
): Promise<Service> {
  const lookUp = createLookUp(config.DNS_SERVERS);
  const store = await openStore({ url: config.MONGO_URL, appName: 'domain-worker' });
  const queue = openQueue({ redisUrl: config.REDIS_URL, log, name: 'domain-worker' });
  const metrics = createMetrics('domain-worker');
  const handlers = { domain: domainJob({ store, queue, lookUp, metrics, now }) } satisfies JobsOn<'domain'>;
  const enqueueDue = async (): Promise<void> => {
    for (const { tenantId, _id } of await store.domains.acrossTenants.due({ now: now() })) {
      await queue.enqueue('domain', { tenantId, domainId: _id });
    }
  };
  const reconciler = createReconciler([{ name: 'domains that are due', run: enqueueDue }], log);
  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    log,
    metrics,
    checks: { database: () => store.ping(), queue: () => queue.check() },
  });
  let serving: Serving | undefined;

  return {
    async start() {
      await ops.start();
      reconciler.start();
      serving = queue.serve(handlers, { concurrency: { domain: config.DOMAIN_CONCURRENCY } });
    },
    async close() {
      ops.drain();
      await closeInOrder(
        [
          { name: 'jobs', close: () => serving?.close() },
          { name: 'reconciler', close: () => reconciler.close() },
          { name: 'queue', close: () => queue.close() },
          { name: 'database', close: () => store.close() },
          { name: 'internal port', close: () => ops.close() },
        ],
        log,
      );
    },
  };
}
