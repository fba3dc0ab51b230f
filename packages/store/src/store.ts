import type { Assets } from './assets/assets.ts';
import type { AuditLog } from './audit/audit.ts';
import type { Batches } from './batches/batches.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Certificates } from './certificates/certificates.ts';
import type { Consistency } from './consistency/consistency.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import type { DomainMails } from './domain-mail/domain-mail.ts';
import type { Domains } from './domains/domains.ts';
import type { Endings } from './endings/endings.ts';
import type { Erasures } from './erasures/erasures.ts';
import type { Fonts } from './fonts/fonts.ts';
import type { IdempotencyKeys } from './idempotency/idempotency.ts';
import type { Installation } from './installation/installation.ts';
import type { Invites } from './invites/invites.ts';
import type { Locks } from './locks/locks.ts';
import type { MailAccounts } from './mail-accounts/mail-accounts.ts';
import type { Members } from './members/members.ts';
import type { MistakeReports } from './mistake-reports/mistake-reports.ts';
import type { Reports } from './reports/reports.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SigningCertificates } from './signing-certificates/signing-certificates.ts';
import type { Students } from './students/students.ts';
import type { Revisions, Templates } from './templates/templates.ts';
import type { Tenants } from './tenants/tenants.ts';
import type { TimestampAuthorities } from './timestamp-authorities/timestamp-authorities.ts';
import type { Trash } from './trash/trash.ts';
import type { Users } from './users/users.ts';

/** Every repository. Results are plain objects whose ids are strings; a lost connection throws `unavailable`. */
export interface Store {
  users: Users;
  sessions: Sessions;
  tenants: Tenants;
  members: Members;
  invites: Invites;
  students: Students;
  templates: Templates;
  revisions: Revisions;
  assets: Assets;
  fonts: Fonts;
  catalog: Catalog;
  signingCertificates: SigningCertificates;
  certificates: Certificates;
  batches: Batches;
  deliveries: Deliveries;
  domains: Domains;
  domainMails: DomainMails;
  erasures: Erasures;
  idempotencyKeys: IdempotencyKeys;
  auditLog: AuditLog;
  mailAccounts: MailAccounts;
  reports: Reports;
  mistakeReports: MistakeReports;
  installation: Installation;
  consistency: Consistency;
  timestampAuthorities: TimestampAuthorities;
  locks: Locks;
  endings: Endings;
  trash: Trash;
  /** Throws `unavailable` when the database does not respond within two seconds; for `/readyz`. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** MONGO_URL, with the database's name. */
  url: string;
  /** Name shown in the server's log; the service. */
  appName?: string | undefined;
  /** How long to wait for a database that is still starting, ms (default 30,000). */
  startTimeoutMs?: number | undefined;
  /** Connections (default 20). */
  poolSize?: number | undefined;
  /** Create missing collections and indexes (default true). */
  ensureIndexes?: boolean | undefined;
}
