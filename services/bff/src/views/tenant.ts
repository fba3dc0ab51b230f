import {
  type Domain,
  domainEntity,
  type Tenant,
  type TenantRole,
  type TenantSettings,
  tenantEntity,
  wireView,
} from '@sello/contracts';
import type { DomainRecord, TenantRecord } from '@sello/store';

const view = wireView(tenantEntity);
const viewOfDomain = wireView(domainEntity);

export function tenantView(record: TenantRecord, role: TenantRole | undefined): Tenant {
  return view(record, role === undefined ? {} : { role });
}

export function tenantSettingsView(record: TenantRecord, role: TenantRole | undefined): TenantSettings {
  const { showIdNumber, publicDownload } = record;
  return { ...tenantView(record, role), showIdNumber, publicDownload };
}

export const domainView = (record: DomainRecord): Domain => viewOfDomain(record, {});
