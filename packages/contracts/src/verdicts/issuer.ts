import type { PublicCertificate } from '../entities/index.ts';

/** One more sentence below the issuer's: which text of `verify.issuerNotes` it is. */
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
  /** Which sentence of `verify.issuerSays`. */
  says: 'domain' | 'operator' | 'lapsed' | 'unproven';
  notes: readonly IssuerNote[];
}

/**
 * Who vouches for the issuer, as one fact. What a domain proved when a certificate was issued stays with that
 * certificate; a confirmation that the operator took back does not, because it was the operator's word alone.
 */
export function issuerVerdictOf({ issuer }: PublicCertificate): IssuerVerdict {
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

/** What was proved then, where it is not what is proved now. */
function thenNotes({ identity, atIssue }: PublicCertificate['issuer']): readonly IssuerNote[] {
  if (!atIssue) return [];
  if (atIssue.kind === 'unproven') return identity.kind === 'unproven' ? [] : ['thenUnproven'];
  if (atIssue.lapsedAt === undefined) return [];
  return [atIssue.kind === 'domain' ? 'thenDomain' : 'thenConfirmed'];
}

/** Nobody vouches for the issuer of this certificate, neither now nor when it was issued. */
export function isIssuerUnproven(certificate: PublicCertificate): boolean {
  return issuerVerdictOf(certificate).says === 'unproven';
}
