import type { auditApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const people: Handler<(typeof auditApi.calls)['people']> = async ({ tenantId }, { store }) =>
  store.auditLog.actors(tenantId);
