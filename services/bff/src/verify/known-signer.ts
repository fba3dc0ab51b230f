import { identityOf, type Store } from '@sello/store';
import type { KnownSigner } from '../views/file-facts.ts';

/**
 * Whose signing certificate it is that a file was signed with, by its fingerprint: the name inside it anybody may have
 * chosen. Where several organizations hold the same one, it is that of the file's certificate, else the first one's.
 */
export async function knownSigner(
  store: Pick<Store, 'domains' | 'signingCertificates' | 'tenants'>,
  fingerprint: string | undefined,
  tenantId: string | undefined,
): Promise<KnownSigner | null> {
  if (fingerprint === undefined) return null;
  const held = await store.signingCertificates.acrossTenants.byFingerprint(fingerprint);
  const inOrder = held.toSorted(
    (one, other) => Number(other.tenantId === tenantId) - Number(one.tenantId === tenantId),
  );
  for (const certificate of inOrder) {
    const [tenant, domain] = await Promise.all([
      store.tenants.get(certificate.tenantId),
      store.domains.of(certificate.tenantId),
    ]);
    if (tenant === null) continue;
    const identity = identityOf(tenant, domain);
    return { organization: tenant.publicName, identity, withdrawnAt: certificate.revokedAt };
  }
  return null;
}
