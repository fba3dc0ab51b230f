import { z } from 'zod';
import { batchName } from '../batch-name.ts';
import { certificateState, deliveryState } from '../entities/index.ts';
import { rowError } from '../error-bodies.ts';
import { issueError, withFieldError } from '../field-error.ts';
import { bodyCounts, languages, limits } from '../limits.ts';
import { preflightFindingsLimit, preflightGroup, preflightKind, preflightReport } from '../preflight.ts';
import { certId, id, moment } from '../scalars.ts';
import { serviceLimits } from '../service-limits.ts';
import { signatory } from '../signatories.ts';
import { linesText, lineText } from '../texts.ts';
import { accepted, defineApi, done, idOf, withPermission } from './define.ts';
import { orSelection } from './selection.ts';

const signingMethod = z.enum(['self-signed', 'third-party']);

/** With `enabled: false` the other properties are ignored. */
export const digitalSigning = z.discriminatedUnion('enabled', [
  z.object({ enabled: z.literal(false) }),
  z.object({
    enabled: z.literal(true),
    /** Default: self-signed. */
    method: signingMethod.nullish(),
    certificateId: withFieldError(id.nullish(), {
      missing: 'certificate_required',
      wrong: 'certificate_not_found',
    }),
  }),
]);
export type DigitalSigning = z.infer<typeof digitalSigning>;

const templateId = withFieldError(id.nullish(), { missing: 'template_missing', wrong: 'template_not_found' });

/**
 * Only the ids are used; other fields of a student are ignored. Without `templateId` the student's own template is
 * used.
 */
const studentRef = z.object({ _id: idOf('student_not_found'), templateId });

/**
 * The signing options, in `digitalSigning` or in `options`. Unknown options are rejected: a misspelled signing option
 * must not result in an unsigned file.
 */
const signed = {
  digitalSigning: digitalSigning.nullish(),
  options: z.strictObject({ digitalSigning: digitalSigning.nullish() }).nullish(),
};

/**
 * Values of the variables `batch.…` of the templates, by their names without `batch.`; printed on every certificate of
 * the batch. A blank value counts as none.
 */
const values = z
  .record(
    z.string().regex(/^[\p{L}\p{N}._-]{1,94}$/u),
    linesText(100_000).refine((value) => value.length <= limits.batchValueLength, {
      message: 'too long',
      params: issueError('batch_value_too_long', { max: limits.batchValueLength }),
    }),
  )
  .refine((given) => Object.keys(given).length <= limits.batchValues, 'too many values')
  .nullish();

/** What the server does when all are issued, as the person may do it: `emails` needs emails.send_bulk. */
const afterwards = z
  .strictObject({ emails: z.strictObject({ language: z.enum(languages) }).nullish() })
  .nullish();

/** What the batch is called in lists; without one the course and the day. */
const name = batchName.nullish();

const generateOne = z.object({
  bulk: z.literal(false).optional(),
  templateId,
  student: studentRef,
  values,
  name,
  afterwards,
  ...signed,
});
/** Who is issued, and with which template. Either `students` or `selection`. */
const issued = {
  students: withFieldError(
    z.array(studentRef).min(1).max(limits.bulkStudents).optional(),
    'students_required',
  ),
  /** With `selection`: the template of all of them; without it each student's own. */
  templateId,
  /** With `selection`: the template of those who have none, or one that was deleted. */
  missingTemplateId: templateId,
};
const generateMany = orSelection(
  { bulk: z.literal(true), ...issued, values, name, afterwards, ...signed },
  'students',
  'students_required',
);

export const generateReply = z.object({
  /** In the order of the request; `null` for a failed row. */
  results: z.array(z.object({ fileUrl: z.string(), certId, templateId: id }).nullable()),
  errors: z.array(z.object({ index: z.int(), error: z.string(), code: rowError.shape.code })),
  success: z.int(),
});

/**
 * Identifies a certificate by its URL, hash or id in `certificateUrl`, or by its student. URLs are parsed, never
 * fetched.
 */
const certified = z.object({
  _id: id.nullish(),
  fullName: z.string().max(300).nullish(),
  certificateUrl: z.string().max(500).nullish(),
});

/** One e-mail of a certificate. */
const historyEmail = z.object({
  at: moment,
  to: z.string(),
  state: deliveryState,
  /** The mail server's last answer. */
  response: z.string().optional(),
});

/** One certificate of a student, as staff see it. */
export const historyLine = z.object({
  certId,
  state: certificateState.exclude(['prepared']),
  issuedAt: moment,
  /** The name of the person who issued it; empty when it is no longer stored. */
  issuedBy: z.string(),
  /** Whether the person who asks may revoke it and it is not revoked: those who may edit the settings, and whoever issued it. */
  mayRevoke: z.boolean(),
  holder: z.string(),
  course: z.string(),
  scoreNumeric: z.number().optional(),
  scoreLetter: z.string().optional(),
  templateId: id.optional(),
  signed: z.boolean(),
  /** The name of the signing certificate. */
  signedWith: z.string().optional(),
  /** Absent when the file is known to be unavailable. */
  fileUrl: z.string().optional(),
  verifyUrl: z.string(),
  /** The certificate that replaced it, and the one that it replaced. */
  replacedBy: certId.optional(),
  replacedAt: moment.optional(),
  replaces: certId.optional(),
  revokedAt: moment.optional(),
  revokedBy: z.string().optional(),
  revokedReason: z.string().optional(),
  /** Newest first. */
  emails: z.array(historyEmail),
});
export type HistoryLine = z.infer<typeof historyLine>;

/** A variable `batch.…` of some of the templates. */
const askedVariable = z.object({
  /** Without `batch.`. */
  key: z.string(),
  /** Empty when no template declares one. */
  label: z.string(),
  kind: z.enum(['text', 'date', 'number']),
  /** An example; never issued. */
  sample: z.string(),
  /** Without a value certificates cannot be issued. */
  required: z.boolean(),
  entry: z.discriminatedUnion('as', [
    z.object({ as: z.enum(['line', 'lines']) }),
    z.object({
      as: z.literal('rows'),
      rowSeparator: z.string(),
      columnSeparator: z.string(),
      columns: z.array(z.string()),
    }),
  ]),
  /** Its value in the last batch of the template; on a line for a signatory that had none, the organization's of that place. */
  last: z.string().optional(),
  /** How many of the students have a template that prints it, and how many of those bring a value of their own. */
  rows: z.int(),
  own: z.int(),
});
export type AskedVariable = z.infer<typeof askedVariable>;

export const certificatesApi = defineApi('certificates', {
  generate: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk'),
    body: z.discriminatedUnion('bulk', [generateMany, generateOne]),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    reply: z.union([generateReply, accepted]),
    fallback: 'Failed to generate certificates',
    idempotent: true,
    batch: true,
  },
  'download-zip': {
    method: 'POST',
    access: withPermission('certificates.download_bulk'),
    /** Either `students` or `selection`; of a selection those without a certificate are left out. */
    body: orSelection(
      {
        students: withFieldError(z.array(certified).max(limits.bulkStudents).optional(), 'students_required'),
      },
      'students',
      'students_required',
    ),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    /** Without `Prefer: respond-async` the response is the file itself, `certificates_{date}.zip`. */
    reply: accepted,
    fallback: 'Failed to download certificates zip',
    idempotent: true,
    batch: true,
  },
  'send-emails': {
    method: 'POST',
    access: withPermission('emails.send_bulk'),
    /** Either `students` or `selection`; of a selection those without a certificate or an e-mail are left out. */
    body: orSelection(
      {
        students: withFieldError(
          z
            .array(certified.extend({ email: z.string().max(254).nullish() }))
            .max(limits.bulkStudents)
            .optional(),
          'students_required',
        ),
        language: z.enum(languages).default('en'),
      },
      'students',
      'students_required',
    ),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    reply: z.union([
      z.object({
        success: z.int(),
        errors: z.array(z.object({ index: z.int(), error: z.string(), code: rowError.shape.code })),
      }),
      accepted,
    ]),
    fallback: 'Failed to send certificates by email',
    idempotent: true,
    batch: true,
  },
  /**
   * The letter as its recipient reads it, of the student's certificate or, with `templateId`, of one that is still to be
   * issued; nothing is sent.
   */
  letter: {
    method: 'GET',
    access: withPermission('emails.send_bulk'),
    query: z.object({
      studentId: idOf('student_not_found'),
      templateId: idOf('template_not_found').optional(),
      /** Whether the one to be issued will be signed, and with which certificate. */
      signingCertificateId: idOf('certificate_not_found').optional(),
      /** The course that the one to be issued will print, if the student brings none. */
      course: lineText(limits.batchValueLength).optional(),
      language: z.enum(languages).default('en'),
    }),
    reply: z.object({
      /** The name of the sender. */
      from: z.string(),
      to: z.string(),
      /** Absent when answers are not read. */
      replyTo: z.string().optional(),
      subject: z.string(),
      /** Plain text, with empty lines between its paragraphs. */
      text: z.string(),
    }),
    fallback: 'Failed to load the letter',
  },
  /** Every certificate of a student, newest first; also of a student whose record was deleted. */
  history: {
    method: 'GET',
    access: withPermission('students.view'),
    query: z.object({ studentId: idOf('student_not_found') }),
    reply: z.object({ items: z.array(historyLine) }),
    nullOn: 'student_not_found',
    fallback: 'Failed to load the certificates',
  },
  /** What must be known once before these certificates are issued: the variables `batch.…` of their templates. */
  'batch-values': {
    method: 'POST',
    access: withPermission('certificates.generate_bulk'),
    body: orSelection(issued, 'students', 'students_required'),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    reply: z.object({
      variables: z.array(askedVariable),
      /** The organization's, to choose from, where a template asks who signs. */
      signatories: z.array(signatory.omit({ signature: true })),
    }),
    fallback: 'Failed to read what the templates ask for',
  },
  /** Lays out every row as it would be issued, without issuing anything. What it stores is temporary. */
  preflight: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk'),
    body: orSelection({ ...issued, values }, 'students', 'students_required'),
    bodyLimit: limits.bulkBody,
    bodyCounts: bodyCounts.bulk,
    reply: z.object({ preflightId: id, total: z.int() }),
    fallback: 'Failed to check the certificates',
  },
  /** How far it is, and a page of what it has found: of a kind, of a group, or all. */
  'preflight-report': {
    method: 'GET',
    access: withPermission('certificates.generate_bulk'),
    query: z.object({
      preflightId: idOf('not_found'),
      kind: preflightKind.optional(),
      group: preflightGroup.optional(),
      limit: z.coerce.number().int().min(1).max(preflightFindingsLimit).default(100),
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    reply: preflightReport,
    fallback: 'Failed to check the certificates',
  },
  /** The page of one of the riskiest rows as a PNG, by its place in the report. */
  'preflight-picture': {
    method: 'GET',
    access: withPermission('certificates.generate_bulk'),
    query: z.object({
      preflightId: idOf('not_found'),
      place: z.coerce
        .number()
        .int()
        .min(0)
        .max(serviceLimits.preflightRisks - 1),
    }),
    bytes: 'image/png',
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to check the certificates',
  },
  /** Ends a preflight and deletes what it has stored. */
  'preflight-leave': {
    method: 'POST',
    access: withPermission('certificates.generate_bulk'),
    body: z.object({ preflightId: idOf('not_found') }),
    reply: done,
    fallback: 'Failed to check the certificates',
  },
  /** By whoever issued the certificate, or may edit the settings; otherwise `revoke_not_yours`. */
  revoke: {
    method: 'POST',
    access: withPermission('certificates.generate_bulk'),
    body: z.object({
      certId: withFieldError(certId, { missing: 'missing_id', wrong: 'issued_not_found' }),
      reason: lineText(500).default(''),
    }),
    reply: done,
    fallback: 'Operation failed',
    idempotent: true,
  },
});
