import type { invitesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { spendTry } from './spend-try.ts';

export const validate: Handler<(typeof invitesApi.calls)['validate']> = async (
  { query, person, address },
  { store, rates },
) => {
  await spendTry({ rates }, person, address);
  const invite = await store.invites.acrossTenants.byCode(query.token, person.userId);
  const tenant = invite && invite.expiresAt > new Date() && (await store.tenants.get(invite.tenantId));
  if (!tenant || tenant.deletion) throw new AppError('invalid_invite');
  return { tenantName: tenant.name };
};
