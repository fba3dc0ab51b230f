import type { Role } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { MemberChange, MemberRecord, Store } from '@sello/store';

/** Whether the caller may act on owners: owners and super admins may, admins may not. */
export const isOwner = (roles: readonly Role[]): boolean =>
  roles.includes('owner') || roles.includes('super_admin');

/** For the change of a member: somebody who has just been made an owner is none that an admin may change. */
export const changeBy = (roles: readonly Role[]): MemberChange => ({ exceptOwners: !isOwner(roles) });

/** The member that a call is about, as it is before the change; the change itself decides again. Throws `member_not_found`, and `cannot_change_owner` when an admin acts on an owner. */
export async function memberToChange(
  tenantId: string,
  memberId: string,
  roles: readonly Role[],
  { members }: Pick<Store, 'members'>,
): Promise<MemberRecord> {
  const member = await members.get(tenantId, memberId);
  if (member === null) throw new AppError('member_not_found');
  if (member.role === 'owner' && !isOwner(roles)) throw new AppError('cannot_change_owner');
  return member;
}
