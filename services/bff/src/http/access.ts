import { type Access, type BatchKind, isAllowed, type Permission, type Role } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Store, UserRecord } from '@sello/store';
import type { AccessTokens } from '../auth/tokens.ts';
import type { ClosedOrganizations } from '../identity/closed.ts';

/** The caller, as stored in the database now. */
export interface Person {
  userId: string;
  sessionId: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  name: string | undefined;
  isSuperAdmin: boolean;
  /** The tenant used last. */
  lastTenantId: string | undefined;
  /** The /24 or /48 that the call came from, for the audit log. */
  network?: string | undefined;
}

export interface Membership {
  tenantId: string;
  roles: readonly Role[];
}

/** Authenticates and authorizes calls. Everything but the token's signature is read from the database on every call. */
export interface AccessGuard {
  /**
   * Throws `unauthenticated` without a valid token, `session_expired` when it has expired or its session has ended.
   * `known` is called with the token's user id before the database is read; it may throw.
   */
  person(authorization: string | undefined, known?: (userId: string) => Promise<void>): Promise<Person>;
  /**
   * Throws `not_member`, `organization_deleted`, `organization_paused`, `owner_required`, `forbidden` (or the call's own
   * refusal), or `tenant_not_found` for super admins.
   */
  membership(
    person: Person,
    tenantId: string,
    access: Extract<Access, { kind: 'tenant' }>,
  ): Promise<Membership>;
}

export function createAccessGuard(
  store: Pick<Store, 'sessions' | 'users' | 'members' | 'tenants'>,
  tokens: AccessTokens,
  isSuperAdmin: (user: UserRecord) => boolean,
  closed: ClosedOrganizations,
): AccessGuard {
  return {
    async person(authorization, known) {
      const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw new AppError('unauthenticated');
      const read = await tokens.read(token);
      if (read.kind === 'invalid') throw new AppError('unauthenticated');
      if (read.kind === 'expired') throw new AppError('session_expired');
      await known?.(read.userId);
      const [session, user] = await Promise.all([
        store.sessions.get(read.sessionId),
        store.users.get(read.userId),
      ]);
      if (session === null || user === null || session.userId !== user._id) {
        throw new AppError('session_expired');
      }
      await store.sessions.noteUse(session, read.sessionCounter);
      return {
        userId: user._id,
        sessionId: session._id,
        email: user.email,
        emailVerified: user.emailVerified,
        name: user.name === '' ? undefined : user.name,
        isSuperAdmin: isSuperAdmin(user),
        lastTenantId: user.lastTenantId,
      };
    },

    async membership(person, tenantId, access) {
      const roles = await rolesIn(store, person, tenantId);
      if (roles.length === 0) throw new AppError('not_member');
      await closed.refuse(tenantId, person, access);
      if (person.isSuperAdmin && roles.length === 1) {
        const tenant = await store.tenants.get(tenantId);
        if (tenant === null || tenant.deletion?.removedAt) throw new AppError('tenant_not_found');
      }
      if (access.ownersOnly && !roles.some(isOwner)) throw new AppError('owner_required');
      if (!access.anyOf.some((permission) => isAllowed(roles, permission))) {
        throw new AppError(access.refusedWith ?? 'forbidden', { details: { permission: access.anyOf[0] } });
      }
      return { tenantId, roles };
    },
  };
}

/** Whether what only owners may do is allowed to this role; super admins may do everything. */
const isOwner = (role: Role): boolean => role === 'owner' || role === 'super_admin';

/** The current roles of a person in a tenant; none for people who are not active members. */
export async function rolesIn(
  store: Pick<Store, 'members'>,
  person: Pick<Person, 'userId' | 'isSuperAdmin'>,
  tenantId: string,
): Promise<Role[]> {
  const member = await store.members.of(tenantId, person.userId);
  const own: Role[] = member?.status === 'active' ? [member.role] : [];
  return person.isSuperAdmin ? [...own, 'super_admin'] : own;
}

const needed: Record<Exclude<BatchKind, 'export'>, Permission> = {
  generate: 'certificates.generate_bulk',
  zip: 'certificates.download_bulk',
  email: 'emails.send_bulk',
  import: 'students.import',
};

/** Who may see a batch and its file: an export holds everything, also what members may not see. */
export const maySee = (kind: BatchKind, roles: readonly Role[]): boolean =>
  kind !== 'export' || roles.some(isOwner);

/** Cancelling and retrying a batch need the permission to create one of its kind. Throws `forbidden`, `owner_required`. */
export function checkMayRun(kind: BatchKind, roles: readonly Role[]): void {
  if (kind === 'export') {
    if (!roles.some(isOwner)) throw new AppError('owner_required');
    return;
  }
  const permission = needed[kind];
  if (!isAllowed(roles, permission)) throw new AppError('forbidden', { details: { permission } });
}
