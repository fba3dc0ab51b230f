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
export interface BatchFacts {
  tenant: TenantRecord;
  /** Who vouches for the organization at this moment. */
  identity: IssuedIdentity;
  signing: ReadySigner | undefined;
}

/** How long what was read holds for the chunks of the same batch, ms: what is changed or revoked counts from then on. */
const freshMs = 1_000;
const keptBatches = 100;

/** Reads what the chunks of a batch share, once a second and not once for each. What fails is not remembered. */
export function createBatchFacts(
  store: Pick<Store, 'tenants' | 'domains'>,
  signers: Signers,
): (batch: BatchRecord) => Promise<BatchFacts> {
  async function read({ tenantId, signing }: BatchRecord): Promise<BatchFacts> {
    const [tenant, domain, signer] = await Promise.all([
      store.tenants.get(tenantId),
      store.domains.of(tenantId),
      signing && signers.ready(tenantId, signing.signingCertificateId),
    ]);
    if (tenant === null) throw new AppError('tenant_not_found');
    const { kind, domain: proved } = identityOf(tenant, domain);
    return { tenant, identity: { kind, ...(proved !== undefined && { domain: proved }) }, signing: signer };
  }

  const known = new LRUCache<string, BatchFacts, BatchRecord>({
    max: keptBatches,
    ttl: freshMs,
    fetchMethod: (_batchId, _stale, { context }) => read(context),
  });
  return (batch) => known.forceFetch(batch._id, { context: batch });
}
