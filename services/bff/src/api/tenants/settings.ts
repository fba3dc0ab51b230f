import type { TenantRole, tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { membersAddresses } from '@sello/letters';
import type { Handler } from '../../http/implement.ts';
import { tenantSettingsView } from '../../views/tenant.ts';

export const settings: Handler<(typeof tenantsApi.calls)['settings']> = async (
  { tenantId, roles },
  { store },
) => {
  const [tenant, addresses, domain] = await Promise.all([
    store.tenants.get(tenantId),
    membersAddresses(store, tenantId),
    store.domains.of(tenantId),
  ]);
  if (tenant === null) throw new AppError('tenant_not_found');
  return tenantSettingsView(tenant, memberRole(roles), addresses, domain);
};

/** The caller's role as a member; `undefined` for super admins who are not members. */
export function memberRole(roles: readonly string[]): TenantRole | undefined {
  return roles.find((role) => role !== 'super_admin') as TenantRole | undefined;
}
