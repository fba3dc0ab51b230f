import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { domainView } from '../../views/tenant.ts';

export const domains: Handler<(typeof tenantsApi.calls)['domains']> = async ({ tenantId }, { store }) => {
  const record = await store.domains.of(tenantId);
  return record === null ? null : domainView(record);
};
