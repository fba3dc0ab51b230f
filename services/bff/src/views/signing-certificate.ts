import {
  type CertificateSettings,
  type SigningCertificate,
  signingCertificateEntity,
  wireView,
} from '@sello/contracts';
import type { SigningCertificateRecord, TenantRecord } from '@sello/store';

const view = wireView(signingCertificateEntity);

/**
 * `isFull`, for readers of the settings, includes all fields; people who only issue see those they need to choose one.
 * The private key is never included.
 */
export function signingCertificateView(
  record: SigningCertificateRecord,
  { isFull }: { isFull: boolean },
): SigningCertificate {
  const { _id, expiresAt, revokedAt, subject, fingerprint, origin, params } = record;
  return view(record, {
    id: _id,
    status: revokedAt !== undefined ? 'revoked' : expiresAt <= new Date() ? 'expired' : 'active',
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
