import { Counter, type Registry } from '@sello/kit';
import type { JobHandler, Queue } from '@sello/queue';
import type { Store } from '@sello/store';
import type { LookUp } from '../check/look-up.ts';
import { decide } from '../check/schedule.ts';

export interface DomainParts {
  store: Store;
  queue: Queue;
  lookUp: LookUp;
  metrics: Registry;
  now?: () => Date;
}

/** Looks up the records of a tenant's domain, notes what was found and when to look again, and tells the tenant. */
export function domainJob({
  store,
  queue,
  lookUp,
  metrics,
  now = () => new Date(),
}: DomainParts): JobHandler<'domain'> {
  const checks = new Counter({
    name: 'sello_domain_checks_total',
    help: 'Checks of custom domains, by the status that followed',
    labelNames: ['status'],
    registers: [metrics],
  });
  return {
    async run({ tenantId, domainId }, { log }) {
      const domain = await store.domains.get(tenantId, domainId);
      if (!domain) return;
      const found = await Promise.all(domain.dnsRecords.map(lookUp));
      const noted = await store.domains.recordCheck(tenantId, domainId, decide(domain, found, now()));
      // Removed or replaced while the name servers were asked: there is nobody to tell.
      if (!noted) return;
      checks.inc({ status: noted.status });
      if (noted.status !== domain.status)
        log.info({ from: domain.status, to: noted.status }, 'a domain changed its status');
      await queue.publishDomain({ tenantId, status: noted.status });
    },
    async giveUp(_data, error, { log }) {
      // The domain is due again in five minutes, whoever's turn it then is.
      log.warn({ err: error }, 'a domain could not be checked');
    },
  };
}
