import { randomBytes } from 'node:crypto';
import {
  decidingRecords,
  type HostingProvider,
  type NameRules,
  type Platform,
  readDomainName,
  withCurrentRecords,
} from '@sello/domains';
import { AppError, type Logger } from '@sello/kit';
import type { DomainRecord, Store } from '@sello/store';
import type { RateLimits } from '../limits/rate-limits.ts';

export interface DomainClaims {
  /** The domain with the records that it has to have now, which change with the platform's addresses. */
  of(tenantId: string): Promise<DomainRecord | null>;
  /**
   * Claims a name as a person typed it, and makes the hosting provider answer for it. Throws `domain_invalid`,
   * `domain_in_use`, `domain_exists`, `rate_limited`, and `domain_host_failed` with nothing left behind.
   */
  claim(tenantId: string, id: string, text: string): Promise<DomainRecord>;
  /** The existing claim of this name is due for a check. Throws `domain_not_found` when it is another one. */
  requestCheck(tenantId: string, text: string): Promise<DomainRecord>;
}

interface Dependencies {
  store: Pick<Store, 'domains'>;
  hosting: HostingProvider;
  platform(): Promise<Platform>;
  rules: NameRules;
  rates: RateLimits;
  log: Logger;
}

export function createDomainClaims({
  store,
  hosting,
  platform,
  rules,
  rates,
  log,
}: Dependencies): DomainClaims {
  const hostingState = (state: DomainRecord['hosting']['state']) => {
    return { state, provider: hosting.name, at: new Date() };
  };

  /** The row is stored before the provider is asked: the domain-worker finishes what a crash in between leaves. */
  async function configure({ _id, tenantId, domain }: DomainRecord): Promise<DomainRecord> {
    try {
      await hosting.configure(domain);
    } catch (error) {
      log.warn({ err: error, tenantId, domain }, 'the hosting provider did not configure a domain');
      // Also what the provider has done by half: the worker makes it forget the host.
      await store.domains.remove(tenantId);
      throw error;
    }
    const configured = await store.domains.setHosting(tenantId, _id, hostingState('configured'));
    if (configured === null) throw new AppError('domain_not_found');
    return configured;
  }

  return {
    async of(tenantId) {
      const record = await store.domains.of(tenantId);
      if (record === null) return null;
      const wanted = withCurrentRecords(record, await platform());
      if (wanted === record.dnsRecords) return record;
      return (await store.domains.replaceRecords(tenantId, record, wanted)) ?? store.domains.of(tenantId);
    },
    async claim(tenantId, id, text) {
      const domain = readDomainName(text, rules);
      await rates.spend('domainClaim', tenantId);
      const token = randomBytes(16).toString('hex');
      const record = await store.domains.add(tenantId, {
        ...{ _id: id, domain, token },
        dnsRecords: decidingRecords({ domain, token }, await platform()),
        hosting: hostingState('configuring'),
      });
      return configure(record);
    },
    async requestCheck(tenantId, text) {
      const existing = await store.domains.of(tenantId);
      // A name that newer rules refuse can still be checked.
      const isSame = existing?.domain === text || existing?.domain === readDomainName(text, rules);
      if (!isSame) throw new AppError('domain_not_found');
      return store.domains.requestCheck(tenantId);
    },
  };
}
