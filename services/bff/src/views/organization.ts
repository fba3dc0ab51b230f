import type { IssuerReport, Organization, OrganizationDetails, ReportedCertificate } from '@sello/contracts';
import {
  type DomainRecord,
  identityOf,
  type MailAccountRecord,
  type MailQuota,
  type MemberRecord,
  type ProvedName,
  type ReportedRecord,
  type ReportRecord,
  type TenantRecord,
  windowsAt,
} from '@sello/store';
import { identityView } from './public-certificate.ts';

/** Data from other collections that the operator's list shows with an organization. */
export interface OrganizationFacts {
  domain: DomainRecord | null;
  owner: Pick<MemberRecord, 'userEmail' | 'userName'> | undefined;
  members: number;
  students: number;
  issued: number;
  reports: number;
  mail: MailAccountRecord | undefined;
  looksLike: ProvedName | undefined;
  /** Names of the people who confirmed or paused, by id. */
  nameOf(userId: string): string;
}

export function organizationView(tenant: TenantRecord, facts: OrganizationFacts): Organization {
  const { _id, name, publicName, createdAt, confirmation, signInsPause, deletion } = tenant;
  const { domain, owner, members, students, issued, reports, mail, looksLike, nameOf } = facts;
  return {
    ...{ _id, name, publicName, members, students, issued, reports },
    ...(owner && { owner: owner.userEmail }),
    ...(owner && owner.userName !== '' && { ownerName: owner.userName }),
    ...(domain && domain.status !== 'verified' && { claimedDomain: domain.domain }),
    createdAt: createdAt.toISOString(),
    identity: identityView(identityOf(tenant, domain)),
    ...(confirmation && {
      confirmation: {
        by: nameOf(confirmation.by),
        at: confirmation.at.toISOString(),
        how: confirmation.how,
      },
    }),
    ...(looksLike && { looksLike: { _id: looksLike._id, name: looksLike.name } }),
    ...(mail?.pause && { mailPause: pauseView(mail.pause, nameOf) }),
    ...(signInsPause && { signInsPause: pauseView(signInsPause, nameOf) }),
    ...(deletion && {
      deletion: {
        ...{ at: deletion.at.toISOString(), until: deletion.until.toISOString() },
        ...(deletion.removedAt && { removedAt: deletion.removedAt.toISOString() }),
      },
    }),
  };
}

function pauseView(
  { at, by, reason }: { at: Date; by?: string; reason: string },
  nameOf: (userId: string) => string,
): NonNullable<Organization['mailPause']> {
  return { at: at.toISOString(), ...(by !== undefined && { by: nameOf(by) }), reason };
}

export function organizationDetailsView(
  tenant: TenantRecord,
  facts: OrganizationFacts,
  quota: MailQuota,
): OrganizationDetails {
  const { mail } = facts;
  const now = new Date();
  const { hour, day } = mail
    ? windowsAt(mail, now)
    : { hour: { from: now, sent: 0 }, day: { from: now, sent: 0 } };
  return {
    ...organizationView(tenant, facts),
    mail: {
      hour: { sent: hour.sent, limit: quota.perHour },
      day: { sent: day.sent, limit: quota.perDay },
      refused: mail?.outcomes.filter(Boolean).length ?? 0,
    },
  };
}

export function reportedView(record: ReportedRecord, organization: string): ReportedCertificate {
  const { certId, tenantId, newest, total, open } = record;
  return { certId, tenantId, organization, reports: newest.map(reportView), total, open };
}

function reportView({ _id, at, text, email, mistake, closedAt }: ReportRecord): IssuerReport {
  return {
    ...{ _id, text },
    at: at.toISOString(),
    ...(email !== undefined && { email }),
    ...(mistake !== undefined && { mistake }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  };
}
