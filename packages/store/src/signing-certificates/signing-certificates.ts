import type { RecordOf, RowOf, signingCertificateEntity } from '@sello/contracts';

export type SigningCertificateRecord = RecordOf<typeof signingCertificateEntity>;

/** With the sealed key. */
export type SigningKeyRecord = RowOf<typeof signingCertificateEntity>;

export type NewSigningCertificate = Omit<SigningKeyRecord, '_id' | 'tenantId' | 'createdAt' | 'revokedAt'> & {
  /** Drawn beforehand, because the sealed key is bound to it. */
  _id?: string | undefined;
};

export interface SigningCertificates {
  /** A certificate of the same `_id` that stands is answered. */
  create(tenantId: string, certificate: NewSigningCertificate): Promise<SigningCertificateRecord>;
  get(tenantId: string, certificateId: string): Promise<SigningCertificateRecord | null>;
  /** For the worker that signs, alone. */
  getWithKey(tenantId: string, certificateId: string): Promise<SigningKeyRecord | null>;
  /** Newest first. */
  list(tenantId: string): Promise<SigningCertificateRecord[]>;
  /** The one in use: the newest that is neither revoked nor expired. */
  current(tenantId: string, now?: Date): Promise<SigningCertificateRecord | null>;
  /** Idempotent; keeps the first moment. `null` when there is none of this id. */
  revoke(tenantId: string, certificateId: string, now?: Date): Promise<SigningCertificateRecord | null>;
  acrossTenants: {
    /** Every certificate with its sealed key, by id; for the command that exchanges wrapping keys, alone. */
    eachWithKey(): AsyncIterable<SigningKeyRecord>;
    /** Puts another sealed key of the same private key in place of this one. `false` when this one is not there. */
    replaceKey(record: SigningKeyRecord, sealedKey: string): Promise<boolean>;
    /** Everybody's certificates of this fingerprint, oldest first: who uploads one has its key. */
    byFingerprint(fingerprint: string): Promise<SigningCertificateRecord[]>;
  };
}
