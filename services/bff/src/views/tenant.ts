import {
  type Domain,
  domainEntity,
  type Tenant,
  type TenantRole,
  type TenantSettings,
  tenantEntity,
  wireView,
} from '@sello/contracts';
import type { DomainRecord, OwnMembership, OwnTenant, TenantDeletion, TenantRecord } from '@sello/store';

const view = wireView(tenantEntity);
const viewOfDomain = wireView(domainEntity);

export function tenantView(record: OwnTenant, role: TenantRole | undefined): Tenant {
  const { deletion } = record;
  return view(record, {
    ...(role !== undefined && { role }),
    ...(deletion && { deletion: deletionView(deletion) }),
  });
}

/** An organization in the list of the caller's, with the membership if there is one. */
export function ownTenantView({
  tenant,
  role,
  joinedAt,
  isOnlyOwner,
}: { tenant: OwnTenant } & Partial<OwnMembership>): Tenant {
  return {
    ...tenantView(tenant, role),
    ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
    ...(isOnlyOwner && { onlyOwner: true }),
  };
}

function deletionView({ at, until }: TenantDeletion): NonNullable<Tenant['deletion']> {
  return { at: at.toISOString(), until: until.toISOString() };
}

export function tenantSettingsView(
  record: TenantRecord,
  role: TenantRole | undefined,
  replyAddresses: string[],
): TenantSettings {
  const { showIdNumber, publicDownload, letterReplyTo, letterSubjects = {} } = record;
  return {
    ...tenantView(record, role),
    ...{ showIdNumber, publicDownload, letterSubjects, replyAddresses },
    ...(letterReplyTo !== undefined && { letterReplyTo }),
  };
}

export const domainView = (record: DomainRecord): Domain => viewOfDomain(record, {});
