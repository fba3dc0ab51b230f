import type { joined } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import type { InviteRecord } from '@sello/store';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Person } from '../../http/access.ts';

/**
 * Accepts an invitation and creates the membership, in this order: a request that is repeated after a crash in between
 * finds the invitation accepted by the same person and goes on. Once that membership has ended, the invitation admits
 * nobody any more. Throws `already_member` (also for a blocked one),
 * `invitation_expired`, `invalid_invite`, `tenant_not_found`.
 */
export async function join(
  { _id, tenantId, expiresAt, state, acceptedBy }: InviteRecord,
  person: Person,
  { store, audit, noteTenant }: Pick<Context, 'store' | 'audit' | 'noteTenant'>,
): Promise<z.input<typeof joined>> {
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  // Closed: it can be accepted once an owner has restored the organization.
  if (tenant.deletion) throw new AppError('invalid_invite');
  const member = await store.members.of(tenantId, person.userId);
  if (member !== null) {
    const isRepeated = state === 'accepted' && acceptedBy === person.userId && member._id === _id;
    if (isRepeated && member.status === 'active') return { tenantId, tenantName: tenant.name };
    throw new AppError('already_member');
  }
  if (state === 'pending' && expiresAt <= new Date()) throw new AppError('invitation_expired');
  const accepted = await store.invites.acrossTenants.accept(_id, person.userId);
  if (accepted === null) throw new AppError('invalid_invite');
  const { userId, email } = person;
  const { _id: memberId } = await store.members.add(tenantId, {
    // A membership of this invitation: it is added once, however often the request is repeated.
    _id,
    ...{ userId, userEmail: email, userName: person.name ?? email, role: 'member' },
  });
  // Removed while this request, one of several at once, was about to add the membership again.
  if ((await store.invites.get(tenantId, _id))?.membershipEndedAt !== undefined) {
    await store.members.remove(tenantId, memberId).catch((error: unknown) => {
      if (!isAppError(error, 'member_not_found')) throw error;
    });
    throw new AppError('invalid_invite');
  }
  await audit.note(tenantId, person, {
    action: 'members.accept-invite',
    target: memberId,
    details: { email },
  });
  noteTenant(person, tenantId);
  return { tenantId, tenantName: tenant.name };
}
