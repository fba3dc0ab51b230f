import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const closeReport: Handler<(typeof organizationsApi.calls)['close-report']> = async (
  { body, person },
  { store },
) => {
  await store.reports.acrossTenants.close(body.id, person.userId);
  return { success: true };
};
