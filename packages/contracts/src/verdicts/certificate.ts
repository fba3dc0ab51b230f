import type { FileFacts, PublicCertificate } from '../entities/index.ts';
import { isIssuerUnproven } from './issuer.ts';
import { alteration, bytesTone, type FactTone, type FileFactName, statusTone } from './tones.ts';

export type FactName = 'record' | FileFactName;

/** One fact about a certificate: its tone, and its i18n key below `verify.says`. */
export interface Verdict {
  fact: FactName;
  tone: FactTone;
  says: string;
}

/**
 * Four independent facts about a certificate, without an overall result. A status other than valid comes first, as the
 * most important one. A fact that was not checked is `unknown`, which is neither good nor bad.
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

/** Only file facts are checked facts; `signed` in the record is what was intended when the certificate was issued. */
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
      // The certificate was issued with a signature, so the file has been altered.
      return certificate.signed
        ? { fact, tone: 'bad', says: 'signature.gone' }
        : { fact, tone: 'unknown', says: 'signature.unsigned' };
    case 'unknown':
      return { fact, tone: 'unknown', says: 'signature.unknown' };
  }
}

/** The heading of the verify page: a certificate of an issuer with an unproven identity is never called valid. */
export type Heading =
  | { says: 'unproven'; what: 'file' | 'record' }
  | { says: 'state'; state: PublicCertificate['state']; tone: FactTone };

export function headingOf(certificate: PublicCertificate, file: FileFacts | undefined): Heading {
  const { state } = certificate;
  if (state === 'valid' && isIssuerUnproven(certificate))
    return { says: 'unproven', what: file?.bytes === 'issued' ? 'file' : 'record' };
  return { says: 'state', state, tone: statusTone(state) };
}
