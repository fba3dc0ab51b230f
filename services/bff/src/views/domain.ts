import type { Domain } from '@sello/contracts';
import type { DomainRecord } from '@sello/store';

export function domainView({ domain, status, settings, dnsRecords, checkedAt }: DomainRecord): Domain {
  return {
    domain,
    status,
    settings,
    dnsRecords,
    ...(checkedAt === undefined ? {} : { checkedAt: checkedAt.toISOString() }),
  };
}
