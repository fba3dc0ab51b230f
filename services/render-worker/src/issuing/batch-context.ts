import { AppError, times } from '@sello/kit';
import {
  type BatchRecord,
  type IssuedIdentity,
  identityOf,
  type Store,
  type TenantRecord,
} from '@sello/store';
import { LRUCache } from 'lru-cache';
import { type ArtworkOf, readArtwork } from './artwork.ts';
import type { ReadySigner, Signers } from './signers.ts';

/** The data that all certificates of a batch share. */
export interface BatchContext {
  tenant: TenantRecord;
  artworkOf: ArtworkOf;
  /** How the organization's identity is proven at this moment. */
  identity: IssuedIdentity;
  signing: ReadySigner | undefined;
}

const maxBatches = 100;

/** Reads the context of a batch, cached so that its chunks share one read per second. Errors are not cached. */
export function createBatchContexts(
  store: Pick<Store, 'tenants' | 'domains' | 'assets'>,
  signers: Signers,
): (batch: BatchRecord) => Promise<BatchContext> {
  async function read({ tenantId, signing }: BatchRecord): Promise<BatchContext> {
    const [tenant, domain, signer] = await Promise.all([
      store.tenants.get(tenantId),
      store.domains.of(tenantId),
      signing && signers.ready(tenantId, signing.signingCertificateId),
    ]);
    if (tenant === null) throw new AppError('tenant_not_found');
    const { kind, domain: provenDomain } = identityOf(tenant, domain);
    return {
      tenant,
      artworkOf: await readArtwork(store, tenant),
      identity: { kind, ...(provenDomain !== undefined && { domain: provenDomain }) },
      signing: signer,
    };
  }

  const cache = new LRUCache<string, BatchContext, BatchRecord>({
    max: maxBatches,
    ttl: times.batchContextKeptMs,
    fetchMethod: (_batchId, _stale, { context: batch }) => read(batch),
  });
  return (batch) => cache.forceFetch(batch._id, { context: batch });
}
