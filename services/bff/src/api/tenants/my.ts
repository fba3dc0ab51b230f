import type { Tenant, tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { ownTenantView } from '../../views/tenant.ts';

/** Deleted ones are last: the first one is opened when none was open. */
const deletedLast = (tenants: Tenant[]): Tenant[] =>
  tenants.toSorted((a, b) => Number(a.deletion !== undefined) - Number(b.deletion !== undefined));

/** The caller's organizations; for super admins all of them, with the role where they are members. */
export const my: Handler<(typeof tenantsApi.calls)['my']> = async ({ person }, { store }) => {
  const own = await store.tenants.listOf(person.userId);
  if (!person.isSuperAdmin) return deletedLast(own.map(ownTenantView));
  const memberships = new Map(own.map(({ tenant, ...membership }) => [tenant._id, membership]));
  const all = (await store.tenants.listAll()).filter(({ deletion }) => deletion?.removedAt === undefined);
  return deletedLast(all.map((tenant) => ownTenantView({ tenant, ...memberships.get(tenant._id) })));
};
