import { type Tenant, type TenantRole, type TenantSettings, tenantEntity, wireView } from '@sello/contracts';
import type { TenantRecord } from '@sello/store';

const view = wireView(tenantEntity);

export function tenantView(record: TenantRecord, role: TenantRole | undefined): Tenant {
  return view(record, role === undefined ? {} : { role });
}

export function tenantSettingsView(record: TenantRecord, role: TenantRole | undefined): TenantSettings {
  const { showIdNumber, publicDownload } = record;
  return { ...tenantView(record, role), showIdNumber, publicDownload };
}
