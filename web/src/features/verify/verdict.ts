import type { FileFacts, PublicCertificate } from '@sello/contracts';
import { isIssuerUnproven } from './issuer.ts';

export type FactName = 'record' | 'file' | 'signature' | 'status';
export type FactTone = 'ok' | 'warn' | 'bad' | 'unknown';

/** One separate answer: which sentence of `verify.says` it is, and the values that the sentence names. */
export interface Verdict {
  fact: FactName;
  tone: FactTone;
  says: string;
}

/**
 * Four facts, each standing on its own, never summed up. A status that is not good comes first, because whoever asks
 * needs it first. What could not be looked at is said to be unknown, which is neither good nor bad.
 */
export function verdictsOf(certificate: PublicCertificate, file: FileFacts | undefined): Verdict[] {
  const status: Verdict = {
    fact: 'status',
    tone: certificate.state === 'valid' ? 'ok' : certificate.state === 'replaced' ? 'warn' : 'bad',
    says:
      certificate.state === 'revoked' && certificate.revokedReason
        ? 'status.revokedReason'
        : `status.${certificate.state}`,
  };
  const others: Verdict[] = [
    { fact: 'record', tone: 'ok', says: recordSaying(certificate) },
    fileVerdict(file),
    signatureVerdict(certificate, file),
  ];
  return certificate.state === 'valid' ? [...others, status] : [status, ...others];
}

function recordSaying(certificate: PublicCertificate): string {
  if (isIssuerUnproven(certificate)) return 'record.somebody';
  return certificate.state === 'valid' ? 'record.issued' : 'record.didIssue';
}

function fileVerdict(file: FileFacts | undefined): Verdict {
  if (!file) return { fact: 'file', tone: 'unknown', says: 'file.unchecked' };
  const tone = file.bytes === 'issued' ? 'ok' : file.bytes === 'changed' ? 'bad' : 'unknown';
  return { fact: 'file', tone, says: `file.${file.bytes}` };
}

/** Only the facts of a file count as checked; what the record says of signing is only what was meant. */
function signatureVerdict(certificate: PublicCertificate, file: FileFacts | undefined): Verdict {
  const fact = 'signature';
  if (!file) {
    return certificate.signed
      ? { fact, tone: 'unknown', says: 'signature.unchecked' }
      : { fact, tone: 'unknown', says: 'signature.unsigned' };
  }
  switch (file.signature) {
    case 'intact':
      if (file.bytes === 'changed') return { fact, tone: 'warn', says: 'signature.notIssued' };
      if (file.signerIsIssuer === false) {
        return {
          fact,
          tone: 'warn',
          says: file.signer?.known ? 'signature.foreignKnown' : 'signature.foreign',
        };
      }
      if (file.signerIsIssuer === undefined) return { fact, tone: 'unknown', says: 'signature.somebody' };
      return {
        fact,
        tone: file.timestamp?.contradicts ? 'warn' : 'ok',
        says: file.signer?.selfSigned === false ? 'signature.vouched' : 'signature.own',
      };
    case 'altered':
      return { fact, tone: 'bad', says: `signature.${alteration(file) ?? 'altered'}` };
    case 'unsigned':
      // A signed certificate without its signature is not merely unsigned.
      return certificate.signed
        ? { fact, tone: 'bad', says: 'signature.gone' }
        : { fact, tone: 'unknown', says: 'signature.unsigned' };
    case 'unknown':
      return { fact, tone: 'unknown', says: 'signature.unknown' };
  }
}

/** Where what was signed stands and only the data of the signature does not: which of the two ways. */
export function alteration({ reasons: [first] }: FileFacts): 'rewritten' | 'exchanged' | undefined {
  if (first?.code === 'signature_not_issued') return 'exchanged';
  return first?.code === 'signature_rewritten' ? 'rewritten' : undefined;
}
