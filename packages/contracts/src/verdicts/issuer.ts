import type { PublicCertificate } from '../entities/index.ts';

/** A certificate, or what is left of an erased one. */
type Issued = Pick<PublicCertificate, 'issuer'>;

/** An additional sentence about the issuer: its i18n key below `verify.issuerNotes`. */
export type IssuerNote =
  | 'domainSince'
  | 'lookedAt'
  | 'confirmedOn'
  | 'accountMade'
  | 'notToday'
  | 'thenUnproven'
  | 'thenDomain'
  | 'thenConfirmed';

export interface IssuerVerdict {
  tone: 'ok' | 'warn';
  /** The i18n key below `verify.issuerSays`. */
  says: 'domain' | 'operator' | 'lapsed' | 'unproven';
  notes: readonly IssuerNote[];
}

/**
 * How the identity of the issuer is proved. A proof by domain at the time of issue remains with the certificate; a
 * confirmation that the operator has withdrawn does not, because it had no other basis.
 */
export function issuerVerdictOf({ issuer }: Issued): IssuerVerdict {
  const { identity, atIssue } = issuer;
  const lapsed = atIssue?.lapsedAt === undefined ? undefined : atIssue;
  switch (identity.kind) {
    case 'domain':
      return {
        tone: 'ok',
        says: 'domain',
        notes: [
          ...(identity.since ? (['domainSince'] as const) : []),
          ...(identity.checkedAt ? (['lookedAt'] as const) : []),
          ...thenNotes(issuer),
        ],
      };
    case 'operator':
      return {
        tone: 'ok',
        says: 'operator',
        notes: [...(identity.since ? (['confirmedOn'] as const) : []), ...thenNotes(issuer)],
      };
    case 'unproven':
      if (lapsed?.kind === 'domain') return { tone: 'warn', says: 'lapsed', notes: ['notToday'] };
      return { tone: 'warn', says: 'unproven', notes: ['accountMade', ...thenNotes(issuer)] };
  }
}

/** Notes about the identity at the time of issue, where it differs from the current one. */
function thenNotes({ identity, atIssue }: PublicCertificate['issuer']): readonly IssuerNote[] {
  if (!atIssue) return [];
  if (atIssue.kind === 'unproven') return identity.kind === 'unproven' ? [] : ['thenUnproven'];
  if (atIssue.lapsedAt === undefined) return [];
  return [atIssue.kind === 'domain' ? 'thenDomain' : 'thenConfirmed'];
}

/** Whether the identity of the issuer is unproven now and was not proved by domain when the certificate was issued. */
export function isIssuerUnproven(certificate: Issued): boolean {
  return issuerVerdictOf(certificate).says === 'unproven';
}
