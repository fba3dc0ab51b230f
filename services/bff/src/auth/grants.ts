import {
  type Permission,
  permission,
  permissionsOf,
  type Role,
  type SessionData,
  type TokenGrants,
} from '@sello/contracts';
import type { Store } from '@sello/store';
import { rolesIn } from '../http/access.ts';

type GrantStore = Pick<Store, 'members' | 'tenants' | 'users'>;
interface Grantee {
  userId: string;
  isSuperAdmin: boolean;
}

/** The roles and permissions of a person in a tenant, in the order of the permission list. Without a tenant only super admins have any. */
export async function grantsIn(
  store: GrantStore,
  person: Grantee,
  tenantId: string | null,
): Promise<SessionData> {
  const roles: Role[] =
    tenantId === null ? (person.isSuperAdmin ? ['super_admin'] : []) : await rolesIn(store, person, tenantId);
  return { permissions: permissionsHeldBy(roles), roles };
}

function permissionsHeldBy(roles: readonly Role[]): Permission[] {
  const held = new Set(roles.flatMap((role) => permissionsOf[role]));
  return permission.options.filter((name) => held.has(name));
}

/** The grants of a new token: of the last used tenant if the person is still a member, else of their first tenant. */
export async function grantsAtSignIn(
  store: GrantStore,
  person: Grantee & { lastTenantId: string | undefined },
): Promise<TokenGrants> {
  if (person.lastTenantId !== undefined) {
    const last = await grantsIn(store, person, person.lastTenantId);
    if (last.roles.some((role) => role !== 'super_admin')) return { ...last, tenantId: person.lastTenantId };
  }
  const own = await store.tenants.listOf(person.userId);
  const first = own.find(({ tenant }) => tenant.deletion === undefined) ?? own[0];
  const tenantId = first?.tenant._id ?? null;
  return { ...(await grantsIn(store, person, tenantId)), tenantId };
}
