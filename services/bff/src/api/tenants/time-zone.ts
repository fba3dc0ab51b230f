import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';
import { memberRole } from './settings.ts';

/** The time zone of an owner's browser for an organization that has none. Of several owners the first one's stays. */
export const timeZone: Handler<(typeof tenantsApi.calls)['time-zone']> = async (
  { tenantId, body, person, roles },
  { store, audit },
) => {
  if (await store.tenants.setFirstTimeZone(tenantId, body.timeZone))
    await audit.note(tenantId, person, {
      action: 'tenants.time-zone',
      details: { changed: ['timeZone'] },
    });
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  return tenantView(tenant, memberRole(roles));
};
