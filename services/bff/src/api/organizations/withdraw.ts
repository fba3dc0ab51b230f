import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { answer } from './describe.ts';

/** Takes the operator's word back; what was issued meanwhile says that it was confirmed then. */
export const withdraw: Handler<(typeof organizationsApi.calls)['withdraw']> = async (
  { body, person },
  context,
) => {
  const { store, audit } = context;
  await store.tenants.withdraw(body.id);
  await audit.note(body.id, person, { action: 'organizations.withdraw', details: { reason: body.reason } });
  return answer(body.id, context);
};
