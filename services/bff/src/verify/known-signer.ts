import { identityOf, type Store } from '@sello/store';
import type { KnownSigner } from '../views/file-facts.ts';
import type { Issuer } from './issuers.ts';

/**
 * The organization that owns the signing certificate of a file, found by its fingerprint, because anybody can choose the
 * name inside a certificate. If several organizations have the same one, the issuer of the file's certificate is
 * preferred, else the oldest record.
 */
export async function knownSigner(
  store: Pick<Store, 'domains' | 'signingCertificates' | 'tenants'>,
  fingerprint: string | undefined,
  issuer: Issuer | null,
): Promise<KnownSigner | null> {
  if (fingerprint === undefined) return null;
  if (issuer?.firstSame?.fingerprint === fingerprint) {
    const { tenant, domain, firstSame } = issuer;
    return known(tenant.publicName, identityOf(tenant, domain), firstSame.revokedAt);
  }
  const tenantId = issuer?.tenant._id;
  const held = await store.signingCertificates.acrossTenants.byFingerprint(fingerprint);
  const inOrder = held.toSorted(
    (one, other) => Number(other.tenantId === tenantId) - Number(one.tenantId === tenantId),
  );
  for (const certificate of inOrder) {
    const [tenant, domain] = await Promise.all([
      store.tenants.get(certificate.tenantId),
      store.domains.of(certificate.tenantId),
    ]);
    if (tenant !== null) {
      return known(tenant.publicName, identityOf(tenant, domain), certificate.revokedAt);
    }
  }
  return null;
}

const known = (
  organization: string,
  identity: KnownSigner['identity'],
  withdrawnAt: Date | undefined,
): KnownSigner => ({ organization, identity, withdrawnAt });
