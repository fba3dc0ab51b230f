import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const domainsDelete: Handler<(typeof tenantsApi.calls)['domains-delete']> = async (
  { tenantId, person },
  { store, audit, domainChanged },
) => {
  const domain = await store.domains.of(tenantId);
  if (!(await store.domains.remove(tenantId))) throw new AppError('domain_not_found');
  domainChanged(tenantId, 'removed');
  await audit.note(tenantId, person, {
    action: 'tenants.domains-delete',
    details: { domain: domain?.domain },
  });
  return { success: true };
};
