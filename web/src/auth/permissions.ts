import type { Permission, Role } from '@sello/contracts';
import type { Claims } from './claims.ts';

/** What a part of the interface requires. */
export interface Need {
  permission?: Permission;
  anyRole?: readonly Role[];
  superAdmin?: boolean;
}

export type Verdict = 'loading' | 'pass' | 'denied';

/** The rules in order: loading first, super admins always pass, then each requirement. */
export function decide(claims: Claims | undefined, need: Need): Verdict {
  if (!claims) return 'loading';
  if (claims.roles.includes('super_admin')) return 'pass';
  if (need.permission && !holds(claims, need.permission)) return 'denied';
  if (need.anyRole && !need.anyRole.some((role) => claims.roles.includes(role))) return 'denied';
  if (need.superAdmin) return 'denied';
  return 'pass';
}

export function holds(claims: Claims, permission: Permission): boolean {
  return (
    permission === 'always.allow' ||
    claims.roles.includes('super_admin') ||
    claims.permissions.includes(permission)
  );
}
