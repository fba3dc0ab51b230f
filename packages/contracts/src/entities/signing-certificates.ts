import { z } from 'zod';
import { moment, sha256Hex } from '../scalars.ts';
import { certificateParams, signingAlgorithm } from '../signing.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, text } from './stored.ts';
import { wireSchema } from './wire.ts';

const signingCertificateStatus = z.enum(['active', 'expired', 'revoked']);
const signingCertificateOrigin = z.enum(['generated', 'uploaded']);

export const signingCertificateEntity = defineEntity({
  collection: 'signingCertificates',
  fields: {
    _id: field(text),
    tenantId: field(text),
    name: field(anyText, { wire: true }),
    algorithm: field(signingAlgorithm, { wire: true }),
    origin: field(signingCertificateOrigin),
    subject: field(anyText),
    /** SHA-256 of the certificate's DER, hex. */
    fingerprint: field(text),
    /** The certificate, then its chain. */
    pem: field(text),
    params: field(z.object({ reason: anyText, location: anyText, contactInfo: anyText, name: anyText })),
    notBefore: field(date),
    expiresAt: field(date, { wire: asMoment }),
    createdAt: field(date, { wire: asMoment }),
    createdBy: field(text),
    revokedAt: optionalField(date),
    /**
     * The private key, encrypted by `proof`: opaque text, never logged, never on the wire. Absent once the organization's
     * data was removed: the certificate alone verifies what was signed.
     */
    sealedKey: optionalField(text, { internal: true }),
  },
  computed: {
    id: z.string(),
    status: signingCertificateStatus,
    /** Only for users who may view the settings, not for those who may only issue. */
    subject: z.string().optional(),
    fingerprint: sha256Hex.optional(),
    origin: signingCertificateOrigin.optional(),
    params: certificateParams.optional(),
    revokedAt: moment.optional(),
  },
  indexes: [{ keys: ['tenantId', 'createdAt'] }, { keys: ['fingerprint'] }],
});

export const signingCertificate = wireSchema(signingCertificateEntity);
export type SigningCertificate = z.infer<typeof signingCertificate>;

export const certificateSettings = z.object({
  selfSignedEnabled: z.boolean(),
  algorithm: signingAlgorithm,
  /** The certificate in use: the newest active one. */
  certificate: signingCertificate.nullable(),
  certificates: z.array(signingCertificate),
});
export type CertificateSettings = z.infer<typeof certificateSettings>;
