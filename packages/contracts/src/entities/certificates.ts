import { z } from 'zod';
import { identityAtIssue, identityKind, issuerIdentity } from '../identity.ts';
import { certId, day, moment, sha256Hex } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { fileOutcome } from './file-facts.ts';
import { anyText, asPairs, date, flag, number, text } from './stored.ts';
import { storedPrefix } from './template-revisions.ts';

export const certificateState = z.enum(['prepared', 'valid', 'replaced', 'revoked']);
export type CertificateState = z.infer<typeof certificateState>;
/** `missing`: the file is to be restored; `lost`: it cannot be restored. */
const fileState = z.enum(['missing', 'lost']);

/** The printed values that the verify page may show. */
const printedFields = z.object({
  holder: text,
  idNumber: anyText,
  country: anyText,
  startDate: anyText.optional(),
  endDate: anyText.optional(),
  scoreNumeric: number.optional(),
  scoreLetter: anyText.optional(),
  /** The course that was printed, on one line; of a design that prints none, the template's name. */
  course: anyText,
  /** The day of issue that it prints, `YYYY-MM-DD`. Absent on certificates from before this field. */
  issuedOn: anyText.optional(),
});

/** The byte range of the file's tail in a pack object. */
const packPlace = z.object({ key: text, offset: number, length: number });

/** The identity of the organization when the certificate was issued. */
export const issuedIdentity = z.object({ kind: identityKind, domain: anyText.exactOptional() });

/**
 * The result of a full check of the stored file. It is only stored when the bytes are the issued ones; any other file
 * is checked again at each request.
 */
export const fileCheck = z.object({
  at: date,
  outcome: fileOutcome,
  reasons: z.array(z.object({ code: text, detail: anyText.exactOptional() })),
  /** The signature; absent for an unsigned file. */
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
          /**
           * Identifies the list of authorities that determined `known`; with another list the file is checked again.
           */
          trustList: text,
        })
        .exactOptional(),
    })
    .exactOptional(),
});
export type FileCheck = z.infer<typeof fileCheck>;

/** An issued certificate. `_id` is the certificate id on the certificate and in its QR code. */
export const certificateEntity = defineEntity({
  collection: 'certificates',
  fields: {
    _id: field(text),
    tenantId: field(text),
    studentId: field(text),
    batchId: field(text),
    /** Index of the row in its batch. */
    index: field(number),
    state: field(certificateState),
    /** SHA-256 of the complete file, hex. */
    hash: field(text),
    /** Size of the complete file (prefix and tail), in bytes. */
    size: field(number),
    pages: field(number),
    prefix: field(storedPrefix),
    pack: field(packPlace),
    printed: field(printedFields),
    /** The values of the batch's variables that it was printed with, so that its file can be made again. */
    batchValues: optionalField(asPairs.type),
    /** The image of the holder's photograph that it was printed with. */
    photo: optionalField(anyText),
    /** The values of the organization's own columns that it was printed with, of those that its template prints. */
    custom: optionalField(asPairs.type),
    templateId: field(text),
    revisionId: field(text),
    signingCertificateId: optionalField(anyText),
    identity: optionalField(issuedIdentity),
    /** Assigned with the row of the batch; determines which of two certificates of a student is newer. */
    issuedAt: field(date),
    createdAt: field(date),
    replacedBy: optionalField(anyText),
    replacedAt: optionalField(date),
    revokedAt: optionalField(date),
    revokedReason: optionalField(anyText),
    revokedBy: optionalField(anyText),
    /** Absent while the file is available. */
    fileState: optionalField(fileState),
    fileCheck: optionalField(fileCheck),
    /**
     * When the stored file is checked next. Absent on certificates from before this field, until the full scan sets it.
     */
    fileDueAt: optionalField(date),
  },
  indexes: [
    // At most one valid certificate per student, even under concurrent writes.
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

/** The public view of a certificate. */
export const publicCertificate = z.object({
  certId,
  hash: sha256Hex,
  state: certificateState.exclude(['prepared']),
  issuedAt: moment,
  /** The day of issue that it prints. */
  issuedOn: day,
  replacedBy: certId.optional(),
  /** The one that this certificate replaced, the newest of several. */
  replaces: certId.optional(),
  replacedAt: moment.optional(),
  revokedAt: moment.optional(),
  revokedReason: z.string().optional(),
  holder: z.string(),
  course: z.string().optional(),
  country: z.string(),
  /** Masked unless the organization shows id numbers. */
  idNumber: z.string(),
  idNumberMasked: z.boolean(),
  startDate: day.optional(),
  endDate: day.optional(),
  size: z.int(),
  pages: z.int().optional(),
  /** The size of the first page in points; absent when it could not be read. */
  page: z.object({ width: z.number(), height: z.number() }).optional(),
  signed: z.boolean(),
  signedBy: z.string().optional(),
  issuer: z.object({
    name: z.string(),
    logoUrl: z.string().optional(),
    /** The organization's current identity. */
    identity: issuerIdentity,
    /** The identity when this certificate was issued; absent on certificates from before it was recorded. */
    atIssue: identityAtIssue.optional(),
    /** When the organization's account was created. */
    createdAt: moment,
  }),
  /** Absent when the organization has disabled public downloads, or when the file is known to be unavailable. */
  downloadUrl: z.string().optional(),
  /** Why the file cannot be downloaded; the validity of the certificate is not affected. */
  fileState: fileState.optional(),
  verifyUrl: z.string(),
});
export type PublicCertificate = z.infer<typeof publicCertificate>;
