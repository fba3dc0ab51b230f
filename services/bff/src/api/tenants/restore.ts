import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';
import { memberRole } from './settings.ts';

/** Opens a deleted organization again, as it was; batches that were cancelled stay cancelled. */
export const restore: Handler<(typeof tenantsApi.calls)['restore']> = async (
  { tenantId, person, roles },
  { store, audit, closed },
) => {
  const tenant = await store.tenants.restore(tenantId);
  closed.forget();
  await audit.note(tenantId, person, { action: 'tenants.restore', target: tenantId });
  return tenantView(tenant, memberRole(roles));
};
