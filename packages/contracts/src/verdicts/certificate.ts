import type { FileFacts, PublicCertificate } from '../entities/index.ts';
import { isIssuerUnproven } from './issuer.ts';
import { alteration, bytesTone, type FactTone, type FileFactName, statusTone } from './tones.ts';

export type FactName = 'record' | FileFactName;

/** One separate answer: how good it is, and which sentence of `verify.says` it is. */
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
    tone: statusTone(certificate.state),
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
  return { fact: 'file', tone: bytesTone(file.bytes), says: `file.${file.bytes}` };
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

/** What the page is headed with: a certificate whose issuer nobody vouches for is never called valid. */
export type Heading =
  | { says: 'unproven'; what: 'file' | 'record' }
  | { says: 'state'; state: PublicCertificate['state']; tone: FactTone };

export function headingOf(certificate: PublicCertificate, file: FileFacts | undefined): Heading {
  const { state } = certificate;
  if (state === 'valid' && isIssuerUnproven(certificate))
    return { says: 'unproven', what: file?.bytes === 'issued' ? 'file' : 'record' };
  return { says: 'state', state, tone: statusTone(state) };
}
