import type { Member, Role } from '@sello/contracts';

/** Why a person cannot change a member; the keys of the texts `members.against`. */
export type Reason = 'self' | 'owner' | 'lastOwner';

interface Caller {
  isOwn: boolean;
  roles: readonly Role[];
  /** How many active owners there are. */
  owners: number;
}

/** The rule that forbids the caller to change a member; undefined if none does. The server has the same rules. */
export function reasonAgainst(
  { role, status }: Pick<Member, 'role' | 'status'>,
  { isOwn, roles, owners }: Caller,
): Reason | undefined {
  if (isOwn) return 'self';
  if (role !== 'owner') return undefined;
  if (!roles.includes('owner') && !roles.includes('super_admin')) return 'owner';
  return status === 'active' && owners < 2 ? 'lastOwner' : undefined;
}
