import { z } from 'zod';
import { issuerIdentity } from '../identity.ts';
import { limits } from '../limits.ts';
import { mistakeKind } from '../mistakes.ts';
import { certId, id, moment } from '../scalars.ts';
import { linesText, nameText } from '../texts.ts';
import { defineApi, done, listQuery, page, superAdminAccess } from './define.ts';

/** What an operator can pause for one organization. */
export const pausable = z.enum(['mail', 'signIns']);
export type Pausable = z.infer<typeof pausable>;

const pause = z.object({
  at: moment,
  /** The super admin's name; absent when the platform paused it automatically. */
  by: z.string().optional(),
  reason: z.string(),
});

/** The operator's view of an organization. */
export const organization = z.object({
  _id: id,
  name: z.string(),
  publicName: z.string(),
  /** The e-mail of the owner who joined first. */
  owner: z.string().optional(),
  ownerName: z.string().optional(),
  /** Its custom domain, while it is not verified. */
  claimedDomain: z.string().optional(),
  createdAt: moment,
  identity: issuerIdentity,
  /** Who confirmed its identity, and how it was checked. */
  confirmation: z.object({ by: z.string(), at: moment, how: z.string() }).optional(),
  /** An organization with a proved identity whose name is confusable with this one's. */
  looksLike: z.object({ _id: id, name: z.string() }).optional(),
  students: z.int(),
  issued: z.int(),
  members: z.int(),
  mailPause: pause.optional(),
  signInsPause: pause.optional(),
  /** An owner deleted it; from `removedAt` on only what its certificates need is left. */
  deletion: z.object({ at: moment, until: moment, removedAt: moment.optional() }).optional(),
  /** Number of open public reports. */
  reports: z.int(),
});
export type Organization = z.infer<typeof organization>;

export const organizationDetails = organization.extend({
  mail: z.object({
    /** E-mails sent in the current hour and day, and their limits; `null` = unlimited. */
    hour: z.object({ sent: z.int(), limit: z.int().nullable() }),
    day: z.object({ sent: z.int(), limit: z.int().nullable() }),
    /** Refused e-mails among the last hundred. */
    refused: z.int(),
  }),
});
export type OrganizationDetails = z.infer<typeof organizationDetails>;

/**
 * A public report to the operator that an issuer is not who it claims to be, or one of a mistake that could not be passed
 * on to the organization.
 */
export const issuerReport = z.object({
  _id: id,
  at: moment,
  text: z.string(),
  email: z.string().optional(),
  /** A mistake that was reported to the organization, whose address did not take it. */
  mistake: mistakeKind.optional(),
  closedAt: moment.optional(),
});
export type IssuerReport = z.infer<typeof issuerReport>;

/** The reports about one certificate: many strangers, or one who repeats, are one matter to the operator. */
export const reportedCertificate = z.object({
  certId,
  tenantId: id,
  organization: z.string(),
  /** The newest ones, at most `serviceLimits.reportsShown`. */
  reports: z.array(issuerReport),
  /** How many match, and how many of all about this certificate are open. */
  total: z.int(),
  open: z.int(),
});
export type ReportedCertificate = z.infer<typeof reportedCertificate>;

const about = z.object({ id });

/** For super admins: confirmations of identity, pauses of e-mail and sign-in, and public reports. */
export const organizationsApi = defineApi('organizations', {
  list: {
    method: 'GET',
    access: superAdminAccess,
    /** `search` covers names, owners (name and e-mail) and domains. */
    query: listQuery.extend({
      identity: z.enum(['unproven', 'domain', 'operator']).optional(),
      paused: z.enum(['true', 'false']).optional(),
    }),
    reply: page(organization),
    fallback: 'Failed to list organizations',
  },
  get: {
    method: 'GET',
    access: superAdminAccess,
    query: about,
    reply: organizationDetails,
    nullOn: 'tenant_not_found',
    fallback: 'Failed to read the organization',
  },
  confirm: {
    method: 'POST',
    access: superAdminAccess,
    /** `how` is written to the audit log and not shown on the verify page. */
    body: about.extend({ how: nameText(500) }),
    reply: organization,
    fallback: 'Failed to confirm the organization',
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    access: superAdminAccess,
    body: about.extend({ reason: nameText(500) }),
    reply: organization,
    fallback: 'Failed to withdraw the confirmation',
    idempotent: true,
  },
  pause: {
    method: 'POST',
    access: superAdminAccess,
    body: about.extend({ what: pausable, reason: nameText(500) }),
    reply: organization,
    fallback: 'Failed to pause the organization',
    idempotent: true,
  },
  resume: {
    method: 'POST',
    access: superAdminAccess,
    body: about.extend({ what: pausable }),
    reply: organization,
    fallback: 'Failed to let the organization go on',
    idempotent: true,
  },
  reports: {
    method: 'GET',
    access: superAdminAccess,
    query: listQuery.extend({ id: id.optional(), closed: z.enum(['true', 'false']).optional() }),
    /**
     * Those with the newest report first; `limit` and `total` count reports, so that a page may have fewer certificates.
     */
    reply: page(reportedCertificate),
    fallback: 'Failed to list reports',
  },
  /** Closes all reports about a certificate that came until then: what nobody has read stays open. */
  'close-reports': {
    method: 'POST',
    access: superAdminAccess,
    body: z.object({ certId, until: moment }),
    reply: done,
    fallback: 'Failed to close the reports',
    idempotent: true,
  },
});

/** The form of a public report about an issuer. */
export const reportBody = z.object({
  certId,
  text: linesText(limits.reportText).refine((value) => value.trim() !== '', 'empty'),
  email: z.email().max(254).optional(),
});
