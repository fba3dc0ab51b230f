import type { tenantsApi } from '@sello/contracts';
import { describeDomain } from '../../domain-mail/describe.ts';
import type { Handler } from '../../http/implement.ts';

/** Claims a domain, or with `action: check` enqueues a check of the claim. A claim reserves no name until it is verified. */
export const domainsAdd: Handler<(typeof tenantsApi.calls)['domains-add']> = async (
  { tenantId, body, person, operationId },
  context,
) => {
  const { audit, domainClaims, checkDomain, domainChanged } = context;
  if (body.action === 'check') {
    const record = await domainClaims.requestCheck(tenantId, body.domain);
    await checkDomain(record);
    return describeDomain(context, record);
  }
  const record = await domainClaims.claim(tenantId, operationId, body.domain);
  await audit.note(tenantId, person, {
    action: 'tenants.domains-add',
    target: record._id,
    details: { domain: record.domain },
  });
  domainChanged(tenantId, record.status);
  await checkDomain(record);
  return describeDomain(context, record);
};
