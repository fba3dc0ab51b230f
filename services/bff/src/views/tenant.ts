import type { Tenant, TenantRole, TenantSettings } from '@sello/contracts';
import type { TenantRecord } from '@sello/store';

export function tenantView(record: TenantRecord, role: TenantRole | undefined): Tenant {
  const { _id, name, publicName, logoUrl } = record;
  return {
    _id,
    name,
    publicName,
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(role === undefined ? {} : { role }),
  };
}

export function tenantSettingsView(record: TenantRecord, role: TenantRole | undefined): TenantSettings {
  const { showIdNumber, publicDownload } = record;
  return { ...tenantView(record, role), showIdNumber, publicDownload };
}
