import { createHosting, createPlatform, type HostingProvider } from '@sello/domains';
import { Counter, closeInOrder, createMetrics, createOpsServer, type Logger, type Service } from '@sello/kit';
import { createReconciler, type HandlersOf, openQueue, type Serving } from '@sello/queue';
import { openStore } from '@sello/store';
import { mustAgree } from './checking/ask-txt.ts';
import type { DomainWorkerConfig } from './config.ts';
import type { NameServer } from './dns/ask.ts';
import { createNameServers } from './dns/name-servers.ts';
import { createHosts } from './hosting/hosts.ts';
import { domainJob } from './jobs/domain.ts';
import { enqueueDue } from './reconcile.ts';

export interface DomainWorkerOverrides {
  log: Logger;
  servers?: readonly NameServer[];
  hosting?: HostingProvider;
}

/** Concurrent jobs: a check spends its time waiting for name servers. */
const concurrency = 8;

const providerOf = ({ HOSTING_URL: url, HOSTING_SECRET: secret }: DomainWorkerConfig) =>
  createHosting({ url, secret });

/** The service that verifies custom domains. */
export async function createDomainWorker(
  config: DomainWorkerConfig,
  {
    log,
    servers = createNameServers(config.DNS_SERVERS),
    hosting = providerOf(config),
  }: DomainWorkerOverrides,
): Promise<Service> {
  if (servers.length < mustAgree)
    log.warn('one name server decides alone which domains are verified: set two in DNS_SERVERS');
  const store = await openStore({ url: config.MONGO_URL, appName: 'domain-worker' });
  const queue = openQueue({ redisUrl: config.REDIS_URL, log, service: 'domain-worker' });
  const registry = createMetrics('domain-worker');
  queue.measure(registry);
  const checks = new Counter({
    name: 'sello_domain_checks_total',
    help: 'Checks of custom domains, by the status they ended in',
    labelNames: ['status'],
    registers: [registry],
  });
  const hosts = createHosts({ store, hosting, log });
  const platform = createPlatform({
    host: new URL(config.PUBLIC_URL).hostname,
    addresses: config.DOMAIN_ADDRESSES,
  });
  const checked = (status: string) => checks.inc({ status });
  const handlers = {
    domain: domainJob({ store, queue, servers, platform, hosts, log, checked }),
  } satisfies HandlersOf<'domain-worker'>;
  const reconciler = createReconciler(
    [
      { name: 'due domains', run: () => enqueueDue({ store, queue }) },
      { name: 'hosts to remove', run: () => hosts.removeDue() },
    ],
    log,
  );
  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    log,
    metrics: registry,
    checks: { database: () => store.ping(), queue: () => queue.check() },
  });
  let serving: Serving | undefined;

  return {
    async start() {
      await ops.start();
      reconciler.start();
      serving = queue.serve(handlers, { concurrency: { domain: concurrency } });
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
