import { z } from 'zod';
import { certId, day, moment, sha256Hex } from '../scalars.ts';
import { issuedIdentity, publicCertificate } from './certificates.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, number, text } from './stored.ts';

/**
 * A student whose personal data is being erased. Deleted at the end; until then it holds what a later step needs after an
 * earlier one has deleted the source. `_id` is the student's id.
 */
export const erasureEntity = defineEntity({
  collection: 'erasures',
  fields: {
    _id: field(text),
    tenantId: field(text),
    requestedAt: field(date),
    /** The names that rows of batches may contain without the student's id; emptied when the rows were cleared. */
    names: field(z.array(text)),
    /** E-mail addresses and numbers, which titles and details may contain; emptied with the names. */
    marks: optionalField(z.array(text)),
    certIds: field(z.array(text)),
    /** Photographs, by their ids. */
    photos: field(z.array(text)),
    /** Packs that may contain bytes that no certificate refers to. */
    packs: field(z.array(text)),
    /** Objects to delete, and when. */
    objects: field(z.array(z.object({ key: text, deleteAt: date }))),
    /** How many times all steps were completed. */
    rounds: field(number),
    dueAt: field(date),
    /** Incremented with every change. */
    rev: field(number),
  },
  indexes: [{ keys: ['tenantId', '_id'] }, { keys: ['dueAt'] }],
});

/** What is kept of a certificate whose holder asked for erasure, so that its file can still be recognised. */
export const erasedCertificateEntity = defineEntity({
  collection: 'erasedCertificates',
  fields: {
    _id: field(text),
    tenantId: field(text),
    hash: field(text),
    issuedAt: field(date),
    /** The day of issue that it printed, `YYYY-MM-DD`. */
    issuedOn: optionalField(anyText),
    erasedAt: field(date),
    revokedAt: optionalField(date),
    signingCertificateId: optionalField(anyText),
    identity: optionalField(issuedIdentity),
  },
  indexes: [{ keys: ['tenantId', '_id'] }, { keys: ['hash'] }],
});

/** The public view of an erased certificate. */
export const erasedCertificate = z.object({
  certId,
  hash: sha256Hex,
  state: z.literal('erased'),
  issuedAt: moment,
  issuedOn: day,
  erasedAt: moment,
  /** It had been revoked before. */
  revokedAt: moment.optional(),
  issuer: publicCertificate.shape.issuer,
  verifyUrl: z.string(),
});
export type ErasedCertificate = z.infer<typeof erasedCertificate>;
