import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { certificateSettingsView } from '../../views/signing-certificate.ts';

export const certificatesUpdate: Handler<(typeof tenantsApi.calls)['certificates-update']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const tenant = await store.tenants.update(tenantId, body.settings);
  await audit.note(tenantId, person, {
    action: 'tenants.certificates-update',
    details: { ...body.settings },
  });
  return certificateSettingsView(tenant, await store.signingCertificates.list(tenantId), { isFull: true });
};
