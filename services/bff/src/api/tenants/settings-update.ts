import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { tenantSettingsView } from '../../views/tenant.ts';
import { memberRole } from './settings.ts';

export const settingsUpdate: Handler<(typeof tenantsApi.calls)['settings-update']> = async (
  { tenantId, roles, body, person },
  { store, audit, links },
) => {
  // Pages show nothing from elsewhere, so a logo is one of our own pictures.
  if (typeof body.logoUrl === 'string' && !links.isPicture(body.logoUrl)) {
    throw new AppError('invalid_payload', {
      details: { issues: [{ path: 'logoUrl', message: 'not ours' }] },
    });
  }
  const tenant = await store.tenants.update(tenantId, body);
  await audit.note(tenantId, person, { action: 'tenants.settings', details: { changed: Object.keys(body) } });
  return tenantSettingsView(tenant, memberRole(roles));
};
