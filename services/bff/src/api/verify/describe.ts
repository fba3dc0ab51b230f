import type { PublicCertificate } from '@sello/contracts';
import type { CertificateRecord } from '@sello/store';
import type { Parts } from '../../parts.ts';
import { publicCertificateView } from '../../views/public-certificate.ts';

/** What the public is told of an issued certificate; `null` when its organization is gone. */
export async function describeIssued(
  record: CertificateRecord,
  { store, links }: Pick<Parts, 'store' | 'links'>,
): Promise<PublicCertificate | null> {
  const { state, tenantId, signingCertificateId } = record;
  if (state === 'prepared') return null;
  const [tenant, domain, signing] = await Promise.all([
    store.tenants.get(tenantId),
    store.domains.of(tenantId),
    signingCertificateId === undefined ? null : store.signingCertificates.get(tenantId, signingCertificateId),
  ]);
  return tenant === null ? null : publicCertificateView({ ...record, state }, tenant, domain, signing, links);
}
