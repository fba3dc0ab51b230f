import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const domainLinks: Handler<(typeof tenantsApi.calls)['domain-links']> = async (
  { tenantId },
  { store },
) => {
  const domain = await store.domains.of(tenantId);
  return { emails: domain === null ? 0 : await store.deliveries.countLinking(tenantId, domain.domain) };
};
