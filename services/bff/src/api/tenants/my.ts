import type { Tenant, tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';

/** Deleted ones are last: the first one is opened when none was open. */
const deletedLast = (tenants: Tenant[]): Tenant[] =>
  tenants.toSorted((a, b) => Number(a.deletion !== undefined) - Number(b.deletion !== undefined));

/** The caller's organizations; for super admins all of them, with the role where they are members. */
export const my: Handler<(typeof tenantsApi.calls)['my']> = async ({ person }, { store }) => {
  const own = await store.tenants.listOf(person.userId);
  if (!person.isSuperAdmin) return deletedLast(own.map(({ tenant, role }) => tenantView(tenant, role)));
  const roles = new Map(own.map(({ tenant, role }) => [tenant._id, role]));
  const all = (await store.tenants.listAll()).filter(({ deletion }) => deletion?.removedAt === undefined);
  return deletedLast(all.map((tenant) => tenantView(tenant, roles.get(tenant._id))));
};
