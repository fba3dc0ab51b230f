import { z } from 'zod';
import { identityAtIssue, identityKind, issuerIdentity } from '../identity.ts';
import { certId, day, moment, sha256Hex } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { fileOutcome } from './file-facts.ts';
import { anyText, date, flag, number, text } from './stored.ts';
import { storedPrefix } from './template-revisions.ts';

export const certificateState = z.enum(['prepared', 'valid', 'replaced', 'revoked']);
export type CertificateState = z.infer<typeof certificateState>;
/** Known of a certificate's file: `missing` until somebody tried to make it again, `lost` for good. */
const fileState = z.enum(['missing', 'lost']);

/** What the certificate printed and the public may be told of. */
const printedFields = z.object({
  holder: text,
  idNumber: anyText,
  country: anyText,
  startDate: anyText.optional(),
  endDate: anyText.optional(),
  scoreNumeric: number.optional(),
  scoreLetter: anyText.optional(),
  /** The template's name. */
  course: anyText,
});

/** Where the tail of the file lies: a range of a pack object. */
const packPlace = z.object({ key: text, offset: number, length: number });

/** Who vouched for the organization when it was issued. */
const issuedIdentity = z.object({ kind: identityKind, domain: anyText.exactOptional() });

/**
 * What a full check of the kept file found, kept with the certificate. Only of a file whose bytes are the issued ones:
 * of any other nothing is kept, so that it is read again by whoever asks.
 */
export const fileCheck = z.object({
  at: date,
  outcome: fileOutcome,
  reasons: z.array(z.object({ code: text, detail: anyText.exactOptional() })),
  /** Of the signature that was found; absent when there is none. */
  signature: z
    .object({
      ownForm: flag,
      signer: z.object({ subject: anyText, fingerprint: text, selfSigned: flag }).exactOptional(),
      signedAt: date.exactOptional(),
      timestamp: z
        .object({
          time: date,
          authority: anyText,
          known: flag,
          /** Names the list of authorities that `known` was decided by: by another list the file is checked again. */
          trustList: text,
        })
        .exactOptional(),
    })
    .exactOptional(),
});
export type FileCheck = z.infer<typeof fileCheck>;

/** An issued file and its state. `_id` is the certificate id that is printed and in the QR code. */
export const certificateEntity = defineEntity({
  collection: 'certificates',
  fields: {
    _id: field(text),
    tenantId: field(text),
    studentId: field(text),
    batchId: field(text),
    /** Row of the batch. */
    index: field(number),
    state: field(certificateState),
    /** SHA-256 of the whole file, hex. */
    hash: field(text),
    /** Bytes of the whole file: prefix and tail. */
    size: field(number),
    pages: field(number),
    prefix: field(storedPrefix),
    pack: field(packPlace),
    printed: field(printedFields),
    templateId: field(text),
    revisionId: field(text),
    signingCertificateId: optionalField(anyText),
    identity: optionalField(issuedIdentity),
    /** Drawn with the batch's row; decides which of two certificates of a student is the newer. */
    issuedAt: field(date),
    createdAt: field(date),
    replacedBy: optionalField(anyText),
    replacedAt: optionalField(date),
    revokedAt: optionalField(date),
    revokedReason: optionalField(anyText),
    revokedBy: optionalField(anyText),
    /** Absent: the file is there. */
    fileState: optionalField(fileState),
    fileCheck: optionalField(fileCheck),
    /** When the kept file is to be checked next. Absent on certificates older than that, until the round over all. */
    fileDueAt: optionalField(date),
  },
  indexes: [
    // One current certificate per student, whatever races: the step that makes one valid can only succeed once.
    {
      keys: ['tenantId', 'studentId'],
      unique: true,
      where: { state: 'valid' },
      name: 'one_valid_per_student',
    },
    { keys: ['tenantId', 'studentId', 'issuedAt'] },
    { keys: ['tenantId', 'pack.key'] },
    { keys: ['tenantId', '_id'] },
    { keys: ['hash'] },
    { keys: ['fileState'], where: { fileState: 'missing' } },
    { keys: ['createdAt'], where: { state: 'prepared' } },
    { keys: ['fileDueAt'] },
  ],
});

/** What the public sees of a certificate. */
export const publicCertificate = z.object({
  certId,
  hash: sha256Hex,
  state: certificateState.exclude(['prepared']),
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
  fileState: fileState.optional(),
  verifyUrl: z.string(),
});
export type PublicCertificate = z.infer<typeof publicCertificate>;
