import type {
  CertificateRecord,
  DomainRecord,
  SigningCertificateRecord,
  Store,
  TenantRecord,
} from '@sello/store';
import { LRUCache } from 'lru-cache';
import { groupReads } from './grouped-reads.ts';

/** Who answers for a certificate, as of now. */
export interface Issuer {
  tenant: TenantRecord;
  domain: DomainRecord | null;
  /** What the certificate was signed with. */
  signing: SigningCertificateRecord | null;
  /** The first one of the organization that is the same certificate: it may have been uploaded twice. */
  firstSame: SigningCertificateRecord | null;
}

type Issued = Pick<CertificateRecord, 'tenantId' | 'signingCertificateId'>;

export interface Issuers {
  /** `null` when the organization is gone. */
  of(certificate: Issued): Promise<Issuer | null>;
  /**
   * The same for a certificate that is still being read. Look-ups come in crowds of one organization's: that of the last
   * one is read at the same time, and counts when it turns out to be this one's.
   */
  ofLookup<Record extends Issued>(lookup: Promise<Record | null>): Promise<[Record, Issuer] | null>;
}

type CachedPart = Omit<Issuer, 'tenant'>;

/** Bounds what a crash between a change and its note can leave untold, ms. */
const ttlMs = 30_000;
const maxEntries = 1_000;

/**
 * The organization is read each time, and with it everything that somebody may take back: the operator's word, what
 * the public may see, proofs that ended. Its domain and its signing certificates are cache for as long as that
 * row counts no change of them.
 */
export function createIssuers(
  store: Pick<Store, 'tenants' | 'domains' | 'signingCertificates'>,
  now: () => number = Date.now,
): Issuers {
  const tenantOf = groupReads({ readMany: store.tenants.getMany, keyOf: ({ _id }) => _id });
  const cache = new LRUCache<string, { changes: number; rest: Promise<CachedPart> }>({
    max: maxEntries,
    ttl: ttlMs,
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
      // Read after the organization: a change that it does not count yet is seen by the next look.
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
      // When it fails and was needed, that is told below.
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
