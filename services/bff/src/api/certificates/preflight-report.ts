import type { certificatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** How far a preflight is, and a page of its findings. */
export const preflightReport: Handler<(typeof certificatesApi.calls)['preflight-report']> = async (
  { tenantId, query: { preflightId, kind, group, limit, cursor } },
  { preflights },
) => preflights.report(tenantId, preflightId, { kind, group, limit, from: Number(cursor ?? 0) });
