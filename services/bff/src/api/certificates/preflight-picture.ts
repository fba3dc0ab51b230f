import type { certificatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** The page of one of the riskiest rows. */
export const preflightPicture: Handler<(typeof certificatesApi.calls)['preflight-picture']> = async (
  { tenantId, query: { preflightId, place } },
  { preflights },
) => preflights.picture(tenantId, preflightId, place);
