import { z } from 'zod';
import { rowError } from './errors.ts';
import { identityAtIssue, issuerIdentity } from './identity.ts';
import { limits } from './limits.ts';
import { permission, role, tenantRole } from './permissions.ts';
import { certId, day, email, id, moment, scoreLetter, scoreNumeric, sha256Hex } from './scalars.ts';
import { certificateParams, signingAlgorithm } from './signing.ts';
import { linesText, lineText, nameText, refuseUnreadable } from './texts.ts';

/** Wire shapes: what a call answers. Stored records may hold more; `bff/src/views` makes these. */

export const student = z.object({
  _id: id,
  fullName: z.string(),
  idNumber: z.string(),
  email: z.string().optional(),
  country: z.string(),
  startDate: day.optional(),
  endDate: day.optional(),
  scoreNumeric: z.number().optional(),
  scoreLetter: z.string().optional(),
  showScoreLetter: z.boolean(),
  showScoreNumeric: z.boolean(),
  templateId: id.optional(),
  custom: z.record(z.string(), z.string()),
  /** `{PUBLIC_URL}/c/{certId}` of the valid certificate. */
  certificateUrl: z.string().optional(),
  certId: certId.optional(),
  certified: z.boolean(),
});
export type Student = z.infer<typeof student>;

/** Text without the blanks around it; nothing but blanks is absent, and so is null. */
function blankIsAbsent(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim() : value;
  return given === '' || given === null ? undefined : given;
}
const shown = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true);

/** A student as a form or a CSV row gives it. Empty strings and null are absent values. */
export const studentInput = z.object({
  fullName: nameText(300),
  idNumber: lineText(100)
    .nullish()
    .transform((value) => value ?? ''),
  email: z.preprocess(blankIsAbsent, email.optional()),
  country: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((value) => value ?? undefined),
  startDate: z.preprocess(blankIsAbsent, day.optional()),
  endDate: z.preprocess(blankIsAbsent, day.optional()),
  scoreNumeric: z.preprocess(blankIsAbsent, scoreNumeric.optional()),
  scoreLetter: z.preprocess(blankIsAbsent, scoreLetter.optional()),
  showScoreLetter: shown,
  showScoreNumeric: shown,
  templateId: z.preprocess(blankIsAbsent, id.optional()),
  custom: z
    .record(z.string().max(100).superRefine(refuseUnreadable()), linesText(2000))
    .refine((fields) => Object.keys(fields).length <= limits.customFields, 'too many further fields')
    .default({}),
});
export type StudentInput = z.infer<typeof studentInput>;

export const csvColumns = [
  'fullName',
  'idNumber',
  'country',
  'email',
  'startDate',
  'endDate',
  'scoreNumeric',
  'scoreLetter',
  'templateId',
] as const;

export const templateSummary = z.object({
  _id: id,
  name: z.string(),
  thumbnailUrl: z.string().optional(),
  tags: z.array(z.string()),
  updatedAt: moment,
});
export type TemplateSummary = z.infer<typeof templateSummary>;

export const tenant = z.object({
  _id: id,
  name: z.string(),
  publicName: z.string(),
  logoUrl: z.string().optional(),
  /** The caller's role in it; super admins who are no members have none. */
  role: tenantRole.optional(),
});
export type Tenant = z.infer<typeof tenant>;

export const sessionData = z.object({ permissions: z.array(permission), roles: z.array(role) });
export type SessionData = z.infer<typeof sessionData>;

export const signingCertificateStatus = z.enum(['active', 'expired', 'revoked']);
export const signingCertificate = z.object({
  id,
  name: z.string(),
  status: signingCertificateStatus,
  algorithm: signingAlgorithm,
  createdAt: moment,
  expiresAt: moment,
  /** Settings readers see these as well; those who only issue do not. */
  subject: z.string().optional(),
  fingerprint: sha256Hex.optional(),
  origin: z.enum(['generated', 'uploaded']).optional(),
  params: certificateParams.optional(),
  revokedAt: moment.optional(),
});
export type SigningCertificate = z.infer<typeof signingCertificate>;

export const certificateSettings = z.object({
  selfSignedEnabled: z.boolean(),
  algorithm: signingAlgorithm,
  /** The one in use: the newest active one. */
  certificate: signingCertificate.nullable(),
  certificates: z.array(signingCertificate),
});
export type CertificateSettings = z.infer<typeof certificateSettings>;

export const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
  /** What the last check found; `unknown` before the first check and when the name server could not be asked. */
  state: z.enum(['unknown', 'missing', 'different', 'correct']),
  found: z.array(z.string()).optional(),
});
export const domainSettings = z.object({
  useInEmails: z.boolean(),
  useInVerification: z.boolean(),
  useInOnboarding: z.boolean(),
});
export const domain = z.object({
  domain: z.string(),
  status: z.enum(['pending', 'verified', 'failed']),
  settings: domainSettings,
  dnsRecords: z.array(dnsRecord),
  checkedAt: moment.optional(),
});
export type Domain = z.infer<typeof domain>;

export const batchKind = z.enum(['generate', 'zip', 'email']);
export type BatchKind = z.infer<typeof batchKind>;
/** `done` has ended, whatever failed in it; `cancelled` ended by a person. */
export const batchState = z.enum(['queued', 'running', 'done', 'cancelled']);
export type BatchState = z.infer<typeof batchState>;
export const itemState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ItemState = z.infer<typeof itemState>;

export const batch = z.object({
  _id: id,
  kind: batchKind,
  /** What the tray calls it: the template's name when there is one, else empty. */
  title: z.string(),
  state: batchState,
  rev: z.int(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  signed: z.boolean(),
  createdAt: moment,
  startedAt: moment.optional(),
  endedAt: moment.optional(),
  createdBy: z.string(),
  retryOf: id.optional(),
  /** A finished zip; the link holds for five minutes from the answer. */
  download: z
    .object({ fileName: z.string(), size: z.number(), url: z.string(), keptUntil: moment })
    .optional(),
});
export type Batch = z.infer<typeof batch>;

export const batchItem = z.object({
  index: z.int(),
  studentId: id.optional(),
  fullName: z.string(),
  state: itemState,
  certId: certId.optional(),
  certificateUrl: z.string().optional(),
  templateId: id.optional(),
  /** E-mail batches: what is known of the delivery. */
  delivery: z.enum(['queued', 'sending', 'accepted', 'refused', 'unknown']).optional(),
  error: rowError.optional(),
});
export type BatchItem = z.infer<typeof batchItem>;

export const certificateState = z.enum(['prepared', 'valid', 'replaced', 'revoked']);
export type CertificateState = z.infer<typeof certificateState>;

/** What the public sees of a certificate. */
export const publicCertificate = z.object({
  certId,
  hash: sha256Hex,
  state: z.enum(['valid', 'replaced', 'revoked']),
  issuedAt: moment,
  replacedBy: certId.optional(),
  replacedAt: moment.optional(),
  revokedAt: moment.optional(),
  revokedReason: z.string().optional(),
  holder: z.string(),
  course: z.string().optional(),
  country: z.string(),
  /** Masked unless the organization shows it. */
  idNumber: z.string(),
  idNumberMasked: z.boolean(),
  startDate: day.optional(),
  endDate: day.optional(),
  size: z.int(),
  pages: z.int().optional(),
  signed: z.boolean(),
  signedBy: z.string().optional(),
  issuer: z.object({
    name: z.string(),
    logoUrl: z.string().optional(),
    /** Who vouches for the organization today. */
    identity: issuerIdentity,
    /** What was proved when this certificate was issued; absent on certificates older than the record of it. */
    atIssue: identityAtIssue.optional(),
    /** When the organization's account was made. */
    createdAt: moment,
  }),
  /** Absent when the organization has switched the public file off, or the file is known not to be there. */
  downloadUrl: z.string().optional(),
  /** The public file cannot be fetched: looked for still, or lost for good. What was issued stands all the same. */
  fileState: z.enum(['missing', 'lost']).optional(),
  verifyUrl: z.string(),
});
export type PublicCertificate = z.infer<typeof publicCertificate>;

/** What strangers are told of bytes: separate facts, never one summed-up answer. */
export const fileFacts = z.object({
  sha256: sha256Hex,
  size: z.int(),
  /** Exactly what was issued, the same certificate with other bytes, or not ours. */
  bytes: z.enum(['issued', 'changed', 'unknown']),
  signature: z.enum(['intact', 'altered', 'unsigned', 'unknown']),
  reasons: z.array(z.object({ code: z.string(), detail: z.string().optional() })),
  /**
   * The signature is in the one encoding that this platform writes; a timestamp in it may be another than the first one,
   * which only the record tells (`bytes`, and the reason `signature_not_issued`). Of any other form what was signed is
   * checked, and the data of the signature itself may have been written anew by anybody.
   */
  ownForm: z.boolean().optional(),
  signer: z
    .object({
      /** What the certificate says of itself. Anybody can have any name written into one. */
      subject: z.string(),
      fingerprint: sha256Hex,
      selfSigned: z.boolean(),
      /** The organization of this platform whose signing certificate it is; absent for everybody else's. */
      known: z
        .object({
          organization: z.string(),
          /** Who vouches for that organization today: anybody may have made an account of this name. */
          identity: issuerIdentity,
          withdrawnAt: moment.optional(),
        })
        .optional(),
    })
    .optional(),
  /** The signing certificate is the one that this organization used for this certificate. */
  signerIsIssuer: z.boolean().optional(),
  signedAt: moment.optional(),
  timestamped: z.boolean().optional(),
  timestamp: z
    .object({
      time: moment,
      /** What the authority's certificate says of itself. */
      authority: z.string(),
      /** The operator lists the authority, or it is the one that this platform asks: its word counts. */
      known: z.boolean(),
      /** More than a day apart from `signedAt`. */
      contradicts: z.boolean(),
    })
    .optional(),
});
export type FileFacts = z.infer<typeof fileFacts>;
