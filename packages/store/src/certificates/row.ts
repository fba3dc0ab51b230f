import { identityKind } from '@sello/contracts';
import {
  anyText,
  date,
  defineSchema,
  number,
  object,
  oneOf,
  optionalDate,
  optionalNumber,
  optionalObject,
  optionalOneOf,
  optionalText,
  text,
} from '../database/schema.ts';
import { prefixFields } from '../templates/revisions.ts';
import type { CertificateRecord } from './certificates.ts';

export const certificateSchema = defineSchema<CertificateRecord>({
  _id: text,
  tenantId: text,
  studentId: text,
  batchId: text,
  index: number,
  state: oneOf('prepared', 'valid', 'replaced', 'revoked'),
  hash: text,
  size: number,
  pages: number,
  prefix: object(prefixFields),
  pack: object({ key: text, offset: number, length: number }),
  printed: object({
    holder: text,
    idNumber: anyText,
    country: anyText,
    startDate: optionalText,
    endDate: optionalText,
    scoreNumeric: optionalNumber,
    scoreLetter: optionalText,
    course: anyText,
  }),
  templateId: text,
  revisionId: text,
  signingCertificateId: optionalText,
  identity: optionalObject({ kind: oneOf(...identityKind.options), domain: optionalText }),
  issuedAt: date,
  createdAt: date,
  replacedBy: optionalText,
  replacedAt: optionalDate,
  revokedAt: optionalDate,
  revokedReason: optionalText,
  revokedBy: optionalText,
  fileState: optionalOneOf('missing', 'lost'),
})
  // One current certificate per student, whatever races: the step that makes one valid can only succeed once.
  .index(
    { tenantId: 1, studentId: 1 },
    { unique: true, partialFilterExpression: { state: 'valid' }, name: 'one_valid_per_student' },
  )
  .index({ tenantId: 1, studentId: 1, issuedAt: 1 })
  .index({ tenantId: 1, 'pack.key': 1 })
  .index({ tenantId: 1, _id: 1 })
  .index({ hash: 1 })
  .index({ fileState: 1 }, { partialFilterExpression: { fileState: 'missing' } })
  .index({ createdAt: 1 }, { partialFilterExpression: { state: 'prepared' } });

/** What decides the order of two certificates of one student. */
export type Standing = Pick<
  CertificateRecord,
  '_id' | 'studentId' | 'batchId' | 'index' | 'issuedAt' | 'state'
>;

/** Negative when `a` was asked for before `b`. Equal moments are told apart by row and id, the same for everyone. */
export function byIssue(a: Standing, b: Standing): number {
  const moments = a.issuedAt.getTime() - b.issuedAt.getTime();
  if (moments !== 0) return moments;
  if (a.batchId === b.batchId && a.index !== b.index) return a.index - b.index;
  return a._id < b._id ? -1 : 1;
}
