import type { membersApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Answers everybody with the link: the organization's name and the invitation's state, nothing about the person. */
export const getInviteInfo: Handler<(typeof membersApi.calls)['get-invite-info']> = async (
  { query },
  { store },
) => {
  const invite = await store.invites.acrossTenants.get(query.inviteId);
  const tenant = invite && (await store.tenants.get(invite.tenantId));
  if (!tenant || tenant.deletion) throw new AppError('not_found');
  const hasExpired = invite.state === 'pending' && invite.expiresAt <= new Date();
  return { tenantName: tenant.name, state: hasExpired ? 'expired' : invite.state };
};
