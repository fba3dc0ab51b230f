import type { tenantsApi } from '@sello/contracts';
import { describeDomain } from '../../domain-mail/describe.ts';
import type { Handler } from '../../http/implement.ts';

export const domains: Handler<(typeof tenantsApi.calls)['domains']> = async ({ tenantId }, context) => {
  const record = await context.domainClaims.of(tenantId);
  return record === null ? null : describeDomain(context, record);
};
