import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import type { DomainEvent, IdentityKind } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Lock } from '@sello/queue';
import type { FontSanitizer, ImageSanitizer } from '@sello/render';
import type {
  CertificateRecord,
  DomainRecord,
  InviteRecord,
  MailQuota,
  MistakeReportRecord,
  Store,
} from '@sello/store';
import type { Audit } from './audit.ts';
import type { Signups } from './auth/signups.ts';
import type { BatchService } from './batches/batch-service.ts';
import type { DomainClaims } from './domains/claims.ts';
import type { FontIndex } from './fonts/font-index.ts';
import type { Person } from './http/access.ts';
import type { ClosedOrganizations } from './identity/closed.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Links } from './links.ts';
import type { PdfImports } from './pdf-imports/pdf-imports.ts';
import type { Preflights } from './preflights/preflights.ts';
import type { Previews } from './previews/previews.ts';
import type { Sockets } from './realtime/sockets.ts';
import type { StudentImports } from './student-imports/student-imports.ts';
import type { AiTags } from './tags/ai-tags.ts';
import type { TemplateCheck } from './templates/template-check.ts';
import type { Inspector } from './verify/inspector.ts';
import type { IssuedCertificates } from './verify/issued.ts';
import type { Issuers } from './verify/issuers.ts';
import type { RevisionFacts } from './verify/revision-facts.ts';

/** The dependencies of handlers, created once per service by `compose`. */
export interface Context {
  log: Logger;
  store: Store;
  blobs: Blobs;
  /** Checked before a batch of certificates is accepted. */
  objectStore: Pick<ObjectStoreGuard, 'isOurs'>;
  links: Links;
  rates: RateLimits;
  /** Disconnects people whose access has changed, and sessions that ended. */
  sockets: Pick<Sockets, 'evictMember' | 'evictSessions'>;
  audit: Audit;
  /** Organizations that are closed to their members. */
  closed: Pick<ClosedOrganizations, 'forget'>;
  batches: BatchService;
  lock: Lock;
  /** The fonts available to organizations. */
  fonts: FontIndex;
  /** Sanitizes uploaded fonts. */
  fontSanitizer: FontSanitizer;
  /** Sanitizes uploaded images. */
  imageSanitizer: ImageSanitizer;
  pdfImports: PdfImports;
  studentImports: StudentImports;
  preflights: Preflights;
  previews: Previews;
  templateCheck: Pick<TemplateCheck, 'run'>;
  /** Suggests tags of templates, if the operator has set up an AI. */
  aiTags: AiTags;
  /** Look-ups of issued certificates by the public. */
  issued: IssuedCertificates;
  /** The issuer of a certificate that the public looks up. */
  issuers: Issuers;
  /** The sizes of the pages that the public is shown. */
  revisionFacts: RevisionFacts;
  /** Verifies the bytes of stored and uploaded PDFs. */
  inspector: Inspector;
  /** Stores the tenant that a person used last, for the grants of their next token. */
  noteTenant(person: Person, tenantId: string): void;
  domainClaims: DomainClaims;
  /** Enqueues a check of a claimed domain; if the queue is unavailable, the domain-worker's reconciler enqueues it later. */
  checkDomain(domain: DomainRecord): Promise<void>;
  /** Tells open windows and other BFFs that a custom domain changed; without the queue they see it when they read again. */
  domainChanged(tenantId: string, status: DomainEvent['status']): void;
  /** Tells open windows that a certificate changed; without the queue they see it when they read again. */
  certificateChanged(certificate: CertificateRecord): void;
  /** Enqueues the letter of an invitation; if the queue is unavailable, the mail-worker's reconciler enqueues it later. */
  sendInvite(invite: InviteRecord): Promise<void>;
  /** Enqueues the letter that the report of a mistake needs now; otherwise the mail-worker's reconciler does later. */
  sendMistakeLetter(report: MistakeReportRecord): Promise<void>;
  /** Who may sign in for the first time. */
  signups: Signups;
  /** How many e-mails an organization may send, by its kind of identity. */
  mailQuotas: Record<IdentityKind, MailQuota>;
  /** The public keys that private signing keys and private DKIM keys are sealed with. */
  wrappingKey: string;
  dkimWrappingKey: string;
  /** The platform's sender address. */
  mailFrom: string;
}
