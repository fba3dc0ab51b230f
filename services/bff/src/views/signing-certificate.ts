import type { CertificateSettings, SigningCertificate } from '@sello/contracts';
import type { SigningCertificateRecord, TenantRecord } from '@sello/store';

/** Those who only issue see what they choose from; readers of the settings see the rest. The key is never in it. */
export function signingCertificateView(
  record: SigningCertificateRecord,
  { isFull, now = new Date() }: { isFull: boolean; now?: Date },
): SigningCertificate {
  const { _id, name, algorithm, createdAt, expiresAt, revokedAt } = record;
  return {
    id: _id,
    name,
    status: revokedAt !== undefined ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    algorithm,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(isFull
      ? {
          subject: record.subject,
          fingerprint: record.fingerprint,
          origin: record.origin,
          params: record.params,
          ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
        }
      : {}),
  };
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
