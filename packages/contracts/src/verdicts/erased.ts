import type { ErasedCertificate } from '../entities/index.ts';
import type { Verdict } from './certificate.ts';
import { isIssuerUnproven } from './issuer.ts';

/**
 * The facts about an erased certificate, in the form of those about any other. Of file and signature nothing is known any
 * more, which is neither good nor bad; a revocation before the erasure remains.
 */
export function erasedVerdictsOf(erased: ErasedCertificate): Verdict[] {
  return [
    erased.revokedAt === undefined
      ? { fact: 'status', tone: 'warn', says: 'status.erased' }
      : { fact: 'status', tone: 'bad', says: 'status.erasedRevoked' },
    {
      fact: 'record',
      tone: 'ok',
      says: isIssuerUnproven(erased) ? 'record.somebody' : 'record.didIssue',
    },
    { fact: 'file', tone: 'unknown', says: 'file.erased' },
    { fact: 'signature', tone: 'unknown', says: 'signature.erased' },
  ];
}
