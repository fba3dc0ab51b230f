import type { PublicCertificate } from '@sello/contracts';
import type { CertificateRecord, Store } from '@sello/store';
import { LRUCache } from 'lru-cache';

export type PageSize = NonNullable<PublicCertificate['page']>;

export interface PageSizes {
  /** The size of a certificate's first page, so that its picture has its place before it is drawn. */
  of(certificate: Pick<CertificateRecord, 'tenantId' | 'revisionId'>): Promise<PageSize | undefined>;
}

const maxEntries = 5_000;

/** A revision never changes, so its page is read once. Without it, or without an answer, the page has no size. */
export function createPageSizes({ revisions }: Pick<Store, 'revisions'>): PageSizes {
  const cache = new LRUCache<string, Promise<PageSize | undefined>>({ max: maxEntries });
  async function read(tenantId: string, revisionId: string): Promise<PageSize | undefined> {
    const design = (await revisions.get(tenantId, revisionId))?.design as
      | { pages?: readonly { width?: unknown; height?: unknown }[] }
      | undefined;
    const [page] = design?.pages ?? [];
    return typeof page?.width === 'number' && typeof page.height === 'number'
      ? { width: page.width, height: page.height }
      : undefined;
  }
  return {
    of({ tenantId, revisionId }) {
      const key = `${tenantId}/${revisionId}`;
      const known = cache.get(key);
      if (known) return known;
      const size = read(tenantId, revisionId).catch(() => {
        cache.delete(key);
        return undefined;
      });
      cache.set(key, size);
      return size;
    },
  };
}
