import { isAllowed, type tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { certificateSettingsView } from '../../views/signing-certificate.ts';

export const certificates: Handler<(typeof tenantsApi.calls)['certificates']> = async (
  { tenantId, roles },
  { store },
) => {
  const [tenant, records] = await Promise.all([
    store.tenants.get(tenantId),
    store.signingCertificates.list(tenantId),
  ]);
  if (tenant === null) throw new AppError('tenant_not_found');
  return certificateSettingsView(tenant, records, { isFull: isAllowed(roles, 'settings.view') });
};
