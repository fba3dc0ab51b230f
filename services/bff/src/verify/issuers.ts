import { times } from '@sello/kit';
import type {
  CertificateRecord,
  DomainRecord,
  SigningCertificateRecord,
  Store,
  TenantRecord,
} from '@sello/store';
import { LRUCache } from 'lru-cache';
import { groupReads } from './grouped-reads.ts';

/** The current records of a certificate's issuer. */
export interface Issuer {
  tenant: TenantRecord;
  domain: DomainRecord | null;
  /** The signing certificate that it was signed with. */
  signing: SigningCertificateRecord | null;
  /** The organization's oldest record of the same signing certificate, which may have been uploaded twice. */
  firstSame: SigningCertificateRecord | null;
}

type Issued = Pick<CertificateRecord, 'tenantId' | 'signingCertificateId'>;

export interface Issuers {
  /** `null` when the organization is gone. */
  of(certificate: Issued): Promise<Issuer | null>;
  /**
   * The same for a certificate that is still being read; resolves to both. Consecutive look-ups are often of the same
   * organization, so the tenant of the previous look-up is read speculatively in parallel, which saves a round trip.
   */
  ofLookup<Record extends Issued>(lookup: Promise<Record | null>): Promise<[Record, Issuer] | null>;
}

type CachedPart = Omit<Issuer, 'tenant'>;

const maxEntries = 1_000;

/**
 * The tenant is read on every call, so that a withdrawn confirmation or a changed setting takes effect at once. Domain
 * and signing certificate are cached until the tenant's change counter (`issuerChanges`) increases.
 */
export function createIssuers(
  store: Pick<Store, 'tenants' | 'domains' | 'signingCertificates'>,
  now: () => number = Date.now,
): Issuers {
  const tenantOf = groupReads({ readMany: store.tenants.getMany, keyOf: ({ _id }) => _id });
  const cache = new LRUCache<string, { changes: number; rest: Promise<CachedPart> }>({
    max: maxEntries,
    ttl: times.issuerKeptMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function read(tenantId: string, signingCertificateId: string | undefined): Promise<CachedPart> {
    const [domain, signing] = await Promise.all([
      store.domains.of(tenantId),
      signingCertificateId === undefined
        ? null
        : store.signingCertificates.get(tenantId, signingCertificateId),
    ]);
    const same =
      signing && (await store.signingCertificates.acrossTenants.byFingerprint(signing.fingerprint));
    return { domain, signing, firstSame: same?.find((one) => one.tenantId === tenantId) ?? null };
  }

  async function complete(
    { tenantId, signingCertificateId }: Issued,
    tenant: TenantRecord | null,
  ): Promise<Issuer | null> {
    if (tenant === null) return null;
    const key = `${tenantId}/${signingCertificateId ?? ''}`;
    const changes = tenant.issuerChanges ?? 0;
    let known = cache.get(key);
    if (known === undefined || known.changes !== changes) {
      // Read after the tenant: a concurrent change increases the counter, so that the next call reads again.
      known = { changes, rest: read(tenantId, signingCertificateId) };
      const mine = known;
      mine.rest.catch(() => cache.peek(key) === mine && cache.delete(key));
      cache.set(key, mine);
    }
    return { tenant, ...(await known.rest) };
  }

  let lastTenantId: string | undefined;

  return {
    of: async (certificate) => complete(certificate, await tenantOf(certificate.tenantId)),
    async ofLookup(lookup) {
      const guess = lastTenantId;
      const guessed = guess === undefined ? undefined : tenantOf(guess);
      // No unhandled rejection: if the guess is right, the error is thrown by the await below.
      guessed?.catch(() => undefined);
      const record = await lookup;
      if (record === null) return null;
      lastTenantId = record.tenantId;
      const tenant = await (guess === record.tenantId && guessed ? guessed : tenantOf(record.tenantId));
      const issuer = await complete(record, tenant);
      return issuer && [record, issuer];
    },
  };
}
