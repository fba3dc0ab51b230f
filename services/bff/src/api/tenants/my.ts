import type { Tenant, tenantsApi } from '@sello/contracts';
import type { OwnMembership, OwnTenant, Store } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { ownTenantView } from '../../views/tenant.ts';

/** Deleted ones are last: the first one is opened when none was open. */
const deletedLast = (tenants: Tenant[]): Tenant[] =>
  tenants.toSorted((a, b) => Number(a.deletion !== undefined) - Number(b.deletion !== undefined));

/** The caller's organizations; for super admins all of them, with the role where they are members. */
export const my: Handler<(typeof tenantsApi.calls)['my']> = async ({ person }, { store }) => {
  const own = await store.tenants.listOf(person.userId);
  const shown = person.isSuperAdmin ? await everyTenant(own, store) : own;
  const domains = await store.domains.acrossTenants.ofMany(shown.map(({ tenant }) => tenant._id));
  return deletedLast(shown.map((one) => ownTenantView(one, domains.get(one.tenant._id))));
};

async function everyTenant(
  own: Awaited<ReturnType<Store['tenants']['listOf']>>,
  store: Store,
): Promise<({ tenant: OwnTenant } & Partial<OwnMembership>)[]> {
  const memberships = new Map(own.map(({ tenant, ...membership }) => [tenant._id, membership]));
  const all = (await store.tenants.listAll()).filter(({ deletion }) => deletion?.removedAt === undefined);
  return all.map((tenant) => ({ tenant, ...memberships.get(tenant._id) }));
}
