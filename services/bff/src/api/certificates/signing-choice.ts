import type { DigitalSigning } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { BatchSigning, Store } from '@sello/store';

/**
 * The signing certificate of a request; `undefined` for unsigned files. A request that cannot be signed as requested is
 * refused, never issued unsigned. Throws `third_party_coming_soon`, `self_signed_disabled`, `certificate_required`,
 * `certificate_not_found`, `certificate_inactive`.
 */
export async function chooseSigning(
  store: Pick<Store, 'tenants' | 'signingCertificates'>,
  tenantId: string,
  asked: DigitalSigning | null | undefined,
): Promise<BatchSigning | undefined> {
  if (!asked?.enabled) return undefined;
  if (asked.method === 'third-party') throw new AppError('third_party_coming_soon');
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  if (!tenant.selfSignedEnabled) throw new AppError('self_signed_disabled');
  if (!asked.certificateId) throw new AppError('certificate_required');
  const certificate = await store.signingCertificates.get(tenantId, asked.certificateId);
  if (certificate === null) throw new AppError('certificate_not_found');
  if (certificate.revokedAt !== undefined || certificate.expiresAt <= new Date()) {
    throw new AppError('certificate_inactive');
  }
  return { method: 'self-signed', signingCertificateId: certificate._id };
}
