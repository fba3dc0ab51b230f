import {
  assetUses,
  type Domain,
  type DomainAnswers,
  type DomainMail,
  domainAnswersEntity,
  domainEntity,
  isAllowed,
  limits,
  type Tenant,
  type TenantRole,
  type TenantSettings,
  tenantEntity,
  wireView,
} from '@sello/contracts';
import type {
  DomainAnswersRecord,
  DomainRecord,
  OwnMembership,
  OwnTenant,
  TenantDeletion,
  TenantRecord,
} from '@sello/store';

const view = wireView(tenantEntity);
const viewOfDomain = wireView(domainEntity);
const withoutSignatures = ({ signatories, ...record }: OwnTenant): OwnTenant => ({
  ...record,
  ...(signatories && { signatories: signatories.map(({ name, role }) => ({ name, role })) }),
});
const viewOfAnswers = wireView(domainAnswersEntity);

/** Without a role for super admins. Who may not read signatures gets the names of the signatories alone. */
export function tenantView(record: OwnTenant, role: TenantRole | undefined): Tenant {
  const { deletion } = record;
  const shown = isAllowed([role ?? 'super_admin'], assetUses.signature.read)
    ? record
    : withoutSignatures(record);
  return view(shown, {
    ...(role !== undefined && { role }),
    ...(deletion && { deletion: deletionView(deletion) }),
  });
}

/** An organization in the list of the caller's, with its domain and the membership if there is one. */
export function ownTenantView(
  { tenant, role, joinedAt, isOnlyOwner }: { tenant: OwnTenant } & Partial<OwnMembership>,
  domain: DomainRecord | undefined,
): Tenant {
  return {
    ...tenantView(tenant, role),
    ...customDomain(domain),
    ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
    ...(isOnlyOwner && { onlyOwner: true }),
  };
}

function customDomain(record: DomainRecord | null | undefined): Pick<Tenant, 'customDomain'> {
  if (!record) return {};
  const { domain, status, settings } = record;
  return { customDomain: { domain, status, settings } };
}

function deletionView({ at, until }: TenantDeletion): NonNullable<Tenant['deletion']> {
  return { at: at.toISOString(), until: until.toISOString() };
}

export function tenantSettingsView(
  record: TenantRecord,
  role: TenantRole | undefined,
  replyAddresses: string[],
  domain: DomainRecord | null,
): TenantSettings {
  const { showIdNumber, publicDownload, letterReplyTo, letterSubjects = {} } = record;
  return {
    ...tenantView(record, role),
    ...customDomain(domain),
    ...{ showIdNumber, publicDownload, letterSubjects, replyAddresses },
    ...(letterReplyTo !== undefined && { letterReplyTo }),
  };
}

/** The required records come with those of its e-mails. */
export function domainView(record: DomainRecord, mail: DomainMail | undefined): Domain {
  const claimEndsAt = new Date(record.pendingSince.getTime() + limits.domainClaimMs).toISOString();
  const dnsRecords = [...record.dnsRecords, ...(record.mail?.records ?? [])];
  return viewOfDomain(
    { ...record, dnsRecords },
    { ...(record.status === 'pending' && { claimEndsAt }), ...(mail && { mail }) },
  );
}

export const domainAnswersView = (record: DomainAnswersRecord): DomainAnswers => viewOfAnswers(record, {});
