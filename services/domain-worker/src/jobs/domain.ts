import type { Logger } from '@sello/kit';
import type { JobHandler, Queue } from '@sello/queue';
import type { Store } from '@sello/store';
import { checkRecords, type NameServers } from '../checking/check.ts';
import { decide } from '../checking/schedule.ts';

export interface DomainDependencies {
  store: Pick<Store, 'domains'>;
  queue: Pick<Queue<'domain-worker'>, 'publish'>;
  servers: NameServers;
  log: Logger;
  /** Called with each status that a check ended in. */
  checked(status: string): void;
}

/** Looks up the records of one domain, stores the result and the status, and publishes it to the tenant's screens. */
export function domainJob({ store, queue, servers, log, checked }: DomainDependencies): JobHandler<'domain'> {
  return {
    async run({ tenantId, domainId }) {
      const domain = await store.domains.get(tenantId, domainId);
      if (domain === null) return;
      const { dnsRecords, finding } = await checkRecords(servers, domain.dnsRecords);
      const checkedAt = new Date();
      const decision = decide(domain, finding, checkedAt);
      const noted = await store.domains.recordCheck(tenantId, domainId, {
        ...decision,
        // A record without an answer keeps its state.
        dnsRecords: dnsRecords.map((record, index) =>
          record.state === 'unknown' ? domain.dnsRecords[index]! : record,
        ),
        checkedAt,
      });
      if (noted === null) return;
      checked(noted.status);
      if (noted.status !== domain.status) {
        log.info({ tenantId, domainId, from: domain.status, to: noted.status }, 'domain status changed');
      }
      await queue.publish('domain', { tenantId, status: noted.status });
    },

    /** The domain stays due, so the reconciler enqueues it again. */
    async giveUp({ tenantId, domainId }, error) {
      log.error({ err: error, tenantId, domainId }, 'domain check failed');
    },
  };
}
