import type { organizationsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { answer } from './describe.ts';

export const resume: Handler<(typeof organizationsApi.calls)['resume']> = async (
  { body, person },
  context,
) => {
  const { id, what } = body;
  const { store, audit } = context;
  if ((await store.tenants.get(id)) === null) throw new AppError('tenant_not_found');
  if (what === 'mail') await store.mailAccounts.resume(id);
  else await store.tenants.setSignInsPause(id, null);
  await audit.note(id, person, { action: 'organizations.resume', details: { what } });
  return answer(id, context);
};
