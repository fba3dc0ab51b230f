import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const closeReports: Handler<(typeof organizationsApi.calls)['close-reports']> = async (
  { body, person },
  { store },
) => {
  await store.reports.acrossTenants.close(body.certId, new Date(body.until), person.userId);
  return { success: true };
};
