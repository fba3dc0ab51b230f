import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { answer } from './describe.ts';

/** Withdraws the operator's confirmation; certificates issued meanwhile still say that it was confirmed then. */
export const withdraw: Handler<(typeof organizationsApi.calls)['withdraw']> = async (
  { body, person },
  context,
) => {
  const { store, audit } = context;
  await store.tenants.withdraw(body.id);
  await audit.note(body.id, person, { action: 'organizations.withdraw', details: { reason: body.reason } });
  return answer(body.id, context);
};
