import { AppError } from '@sello/kit';
import {
  type BatchRecord,
  type IssuedIdentity,
  identityOf,
  type Store,
  type TenantRecord,
} from '@sello/store';
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
  const known = new Map<string, { facts: Promise<BatchFacts>; until: number }>();

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

  return (batch) => {
    const now = performance.now();
    const last = known.get(batch._id);
    if (last !== undefined && now < last.until) return last.facts;
    const facts = read(batch);
    known.delete(batch._id);
    known.set(batch._id, { facts, until: now + freshMs });
    if (known.size > keptBatches) known.delete(known.keys().next().value!);
    facts.catch(() => {
      if (known.get(batch._id)?.facts === facts) known.delete(batch._id);
    });
    return facts;
  };
}
