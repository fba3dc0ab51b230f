import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { domainView } from '../../views/tenant.ts';

export const domainsUpdate: Handler<(typeof tenantsApi.calls)['domains-update']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const { useInEmails, useInVerification, useInOnboarding } = body.settings;
  const record = await store.domains.updateSettings(tenantId, {
    ...(useInEmails === undefined ? {} : { useInEmails }),
    ...(useInVerification === undefined ? {} : { useInVerification }),
    ...(useInOnboarding === undefined ? {} : { useInOnboarding }),
  });
  await audit.note(tenantId, person, {
    action: 'tenants.domains-update',
    details: { domain: record.domain, ...body.settings },
  });
  return domainView(record);
};
