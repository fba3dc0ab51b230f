import type { IdentityKind } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { DomainRecord } from '../domains/domains.ts';
import type { TenantRecord } from './tenants.ts';

/** Who vouches for an organization now. */
export interface Identity {
  kind: IdentityKind;
  domain?: string;
  since?: Date;
  checkedAt?: Date;
}

/**
 * An organization's identity, from its own record and its domain's. A proved domain ranks before the operator's
 * confirmation, because it is checked every day.
 */
export function identityOf(
  tenant: Pick<TenantRecord, 'confirmation'>,
  domain: Pick<DomainRecord, 'domain' | 'status' | 'verifiedSince' | 'checkedAt'> | null,
): Identity {
  if (domain?.status === 'verified') {
    return {
      kind: 'domain',
      domain: domain.domain,
      ...(domain.verifiedSince && { since: domain.verifiedSince }),
      ...(domain.checkedAt && { checkedAt: domain.checkedAt }),
    };
  }
  return tenant.confirmation ? { kind: 'operator', since: tenant.confirmation.at } : { kind: 'unproven' };
}

/**
 * When the identity that was proved at the time of issue lapsed; `undefined` while it is valid, or when none was
 * proved.
 */
export function lapseOf(
  { identity, issuedAt }: Pick<CertificateRecord, 'identity' | 'issuedAt'>,
  tenant: Pick<TenantRecord, 'confirmation' | 'formerIdentities'>,
  now: Identity,
): Date | undefined {
  if (identity === undefined || identity.kind === 'unproven') return undefined;
  const provedSince = identity.kind === 'operator' ? tenant.confirmation?.at : now.since;
  const isSame = identity.kind === 'operator' || (now.kind === 'domain' && now.domain === identity.domain);
  if (isSame && provedSince !== undefined && provedSince <= issuedAt) return undefined;
  const ended = (tenant.formerIdentities ?? []).find(
    ({ kind, domain, since, lapsedAt }) =>
      kind === identity.kind && domain === identity.domain && since <= issuedAt && lapsedAt >= issuedAt,
  );
  // Without a stored end the proof was renewed since then: it is valid.
  return ended?.lapsedAt;
}
