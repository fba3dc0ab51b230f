import type { certificatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** Ends a preflight that nobody needs any more. */
export const preflightLeave: Handler<(typeof certificatesApi.calls)['preflight-leave']> = async (
  { tenantId, body: { preflightId } },
  { preflights },
) => {
  await preflights.leave(tenantId, preflightId);
  return { success: true };
};
