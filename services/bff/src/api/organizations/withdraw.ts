import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { answer } from './describe.ts';

/** Withdraws the operator's confirmation; certificates issued before still record that it was confirmed at their issue. */
export const withdraw: Handler<(typeof organizationsApi.calls)['withdraw']> = async (
  { body, person },
  context,
) => {
  const { store, audit } = context;
  await store.tenants.withdraw(body.id);
  await audit.note(body.id, person, { action: 'organizations.withdraw', details: { reason: body.reason } });
  return answer(body.id, context);
};
