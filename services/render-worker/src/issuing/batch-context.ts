import { AppError } from '@sello/kit';
import {
  type BatchRecord,
  type IssuedIdentity,
  identityOf,
  type Store,
  type TenantRecord,
} from '@sello/store';
import { LRUCache } from 'lru-cache';
import type { ReadySigner, Signers } from './signers.ts';

/** What all certificates of a batch are issued with, whoever they are for. */
export interface BatchContext {
  tenant: TenantRecord;
  /** Who vouches for the organization at this moment. */
  identity: IssuedIdentity;
  signing: ReadySigner | undefined;
}

/** How long what was read holds for the chunks of the same batch, ms: what is changed or revoked counts from then on. */
const ttlMs = 1_000;
const maxBatches = 100;

/** Reads what the chunks of a batch share, once a second and not once for each. What fails is not remembered. */
export function createBatchContexts(
  store: Pick<Store, 'tenants' | 'domains'>,
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
    return { tenant, identity: { kind, ...(provenDomain !== undefined && { domain: provenDomain }) }, signing: signer };
  }

  const cache = new LRUCache<string, BatchContext, BatchRecord>({
    max: maxBatches,
    ttl: ttlMs,
    fetchMethod: (_batchId, _stale, { context: batch }) => read(batch),
  });
  return (batch) => cache.forceFetch(batch._id, { context: batch });
}
