import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';

/** The caller's organizations; for super admins all of them, with the role where they are members. */
export const my: Handler<(typeof tenantsApi.calls)['my']> = async ({ person }, { store }) => {
  const own = await store.tenants.listOf(person.userId);
  if (!person.isSuperAdmin) return own.map(({ tenant, role }) => tenantView(tenant, role));
  const roles = new Map(own.map(({ tenant, role }) => [tenant._id, role]));
  return (await store.tenants.listAll()).map((tenant) => tenantView(tenant, roles.get(tenant._id)));
};
