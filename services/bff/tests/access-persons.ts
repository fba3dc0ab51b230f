import { type ErrorCode, isAllowed, mayUploadAs, type Role } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import type { CallRow, TenantResources } from './access-matrix.ts';

/** Somebody who makes every call. */
export interface Caller {
  name: string;
  /** None without a session. */
  client?: ApiClient;
  /** Of an active member in `home`; a super admin has every role everywhere. */
  role?: Role;
  /** The organization that is theirs, and another one. */
  home: TenantResources;
  other: TenantResources;
}

/** Whose ids a request names. */
export const targets = ['own', 'other', 'missing'] as const;
export type Target = (typeof targets)[number];

export interface Request {
  row: CallRow;
  caller: Caller;
  target: Target;
  /** The organization that the request names, and the one whose ids are in it. */
  tenant: string;
  ids: TenantResources;
  /** The call is about the organization itself: the id that belongs to another is the organization's. */
  isOfTenant: boolean;
}

/** The request of a row with somebody's ids: from the caller's own organization where the ids are of something in it. */
export function requestOf(row: CallRow, caller: Caller, target: Target, missing: TenantResources): Request {
  const { home, other } = caller;
  const ids = { own: home, other, missing }[target];
  const textOf = (resources: TenantResources) => JSON.stringify(row.attempt(resources, null));
  const isOfTenant = textOf(home) === textOf({ ...missing, tenant: home.tenant });
  const tenant = isOfTenant ? ids.tenant : home.tenant;
  return { row, caller, target, tenant, ids: { ...ids, tenant }, isOfTenant };
}

/** The error that the access of the call prescribes for this person; null where the call is theirs. */
export function refusalOf({ row, caller, tenant }: Request): ErrorCode | null {
  const { access } = row.call;
  if (access.kind === 'public') return null;
  if (caller.client === undefined) return 'unauthenticated';
  if (access.kind === 'session') return null;
  const isSuperAdmin = caller.role === 'super_admin';
  if (access.kind === 'superAdmin') return isSuperAdmin ? null : 'super_admin_required';
  if (isSuperAdmin) {
    const exists = [caller.home.tenant, caller.other.tenant].includes(tenant);
    return exists ? null : 'tenant_not_found';
  }
  const { role } = caller;
  if (role === undefined || tenant !== caller.home.tenant) return 'not_member';
  if (access.ownersOnly && role !== 'owner') return 'owner_required';
  const isGranted = access.anyOf.some((permission) => isAllowed([role], permission));
  // What is uploaded decides who may, and whose values are printed; the rows upload an image and name a student.
  const further: Readonly<Record<string, boolean>> = {
    'assets.upload': mayUploadAs('image', [role]),
    'templates.export': isAllowed([role], 'students.view'),
  };
  const mayDo = isGranted && further[row.name] !== false;
  return mayDo ? null : (access.refusedWith ?? 'forbidden');
}

/** Whether an answer is a refusal by the guard of the call; a handler's own rules have other codes, or come later. */
export function isRefusal({ row: { call }, caller }: Request, code: string | undefined): boolean {
  if (call.access.kind === 'public') return false;
  const guard = ['unauthenticated', 'session_expired', 'super_admin_required'];
  if (call.access.kind === 'tenant') {
    guard.push('tenant_not_found', 'owner_required', call.access.refusedWith ?? 'forbidden');
    // A super admin who belongs to no organization cannot leave it.
    if (caller.role !== 'super_admin') guard.push('not_member');
  }
  return code !== undefined && guard.includes(code);
}
