import {
  type CertificateSettings,
  type SigningCertificate,
  signingCertificateEntity,
  wireView,
} from '@sello/contracts';
import type { SigningCertificateRecord, TenantRecord } from '@sello/store';

const view = wireView(signingCertificateEntity);

/**
 * People who only issue see the fields they choose by; readers of the settings see the rest. The private key is never
 * included.
 */
export function signingCertificateView(
  record: SigningCertificateRecord,
  { isFull, now = new Date() }: { isFull: boolean; now?: Date },
): SigningCertificate {
  const { _id, expiresAt, revokedAt, subject, fingerprint, origin, params } = record;
  return view(record, {
    id: _id,
    status: revokedAt !== undefined ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    ...(isFull && {
      ...{ subject, fingerprint, origin, params },
      ...(revokedAt !== undefined && { revokedAt: revokedAt.toISOString() }),
    }),
  });
}

export function certificateSettingsView(
  tenant: TenantRecord,
  records: readonly SigningCertificateRecord[],
  options: { isFull: boolean },
): CertificateSettings {
  const certificates = records.map((record) => signingCertificateView(record, options));
  return {
    selfSignedEnabled: tenant.selfSignedEnabled,
    algorithm: tenant.algorithm,
    certificate: certificates.find((certificate) => certificate.status === 'active') ?? null,
    certificates,
  };
}
