import { type membersApi, readInviteReference } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { opensInvite } from './opens-invite.ts';

/** Answers everybody with the whole link: the organization's name and the invitation's state, nothing about the person. */
export const getInviteInfo: Handler<(typeof membersApi.calls)['get-invite-info']> = async (
  { query },
  { store },
) => {
  const { inviteId, secret } = readInviteReference(query.inviteId);
  const invite = await store.invites.acrossTenants.get(inviteId);
  if (!invite || !opensInvite(invite, secret)) throw new AppError('not_found');
  const tenant = await store.tenants.get(invite.tenantId);
  if (!tenant || tenant.deletion) throw new AppError('not_found');
  const hasExpired = invite.state === 'pending' && invite.expiresAt <= new Date();
  return { tenantName: tenant.name, state: hasExpired ? 'expired' : invite.state };
};
