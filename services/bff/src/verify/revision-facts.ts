import type { PublicCertificate } from '@sello/contracts';
import { type CertificateRecord, issuedOnOf, type Store } from '@sello/store';
import { LRUCache } from 'lru-cache';

export type PageSize = NonNullable<PublicCertificate['page']>;
type OfRevision = Pick<CertificateRecord, 'tenantId' | 'revisionId'>;

/** What the public record of a certificate takes from its revision. */
export interface RevisionFacts {
  /** The size of its first page, so that its picture has its place before it is drawn. */
  pageOf(certificate: OfRevision): Promise<PageSize | undefined>;
  /** The day of issue that it prints, `YYYY-MM-DD`. */
  issuedOn(certificate: OfRevision & Pick<CertificateRecord, 'printed' | 'issuedAt'>): Promise<string>;
}

interface Facts {
  page?: PageSize | undefined;
  timeZone?: string | undefined;
}

const maxEntries = 5_000;

/** A revision never changes, so it is read once. Without it, or without an answer, the page has no size and the day is UTC's. */
export function createRevisionFacts({ revisions }: Pick<Store, 'revisions'>): RevisionFacts {
  const cache = new LRUCache<string, Promise<Facts>>({ max: maxEntries });
  async function read(tenantId: string, revisionId: string): Promise<Facts> {
    const design = (await revisions.get(tenantId, revisionId))?.design as
      | { pages?: readonly { width?: unknown; height?: unknown }[]; timeZone?: string }
      | undefined;
    const [page] = design?.pages ?? [];
    return {
      timeZone: design?.timeZone,
      ...(typeof page?.width === 'number' &&
        typeof page.height === 'number' && { page: { width: page.width, height: page.height } }),
    };
  }
  function factsOf({ tenantId, revisionId }: OfRevision): Promise<Facts> {
    const key = `${tenantId}/${revisionId}`;
    const known = cache.get(key);
    if (known) return known;
    const facts = read(tenantId, revisionId).catch((): Facts => {
      cache.delete(key);
      return {};
    });
    cache.set(key, facts);
    return facts;
  }
  return {
    pageOf: async (certificate) => (await factsOf(certificate)).page,
    issuedOn: (certificate) => issuedOnOf(certificate, async (of) => (await factsOf(of)).timeZone),
  };
}
