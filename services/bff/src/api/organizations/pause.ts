import type { organizationsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { answer } from './describe.ts';

/**
 * Pauses an organization's mail, or closes the organization to its members, whose sockets are disconnected at the next
 * recheck.
 */
export const pause: Handler<(typeof organizationsApi.calls)['pause']> = async ({ body, person }, context) => {
  const { id, what, reason } = body;
  const { store, audit } = context;
  if ((await store.tenants.get(id)) === null) throw new AppError('tenant_not_found');
  const by = person.userId;
  if (what === 'mail') await store.mailAccounts.pause(id, { by, reason });
  else await store.tenants.setSignInsPause(id, { by, reason });
  await audit.note(id, person, { action: 'organizations.pause', details: { what, reason } });
  return answer(id, context);
};
