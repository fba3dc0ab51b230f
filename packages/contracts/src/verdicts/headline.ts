import type { ErasedCertificate, FileFacts, PublicCertificate } from '../entities/index.ts';
import { isIssuerUnproven } from './issuer.ts';
import type { FactTone } from './tones.ts';

/** What is known of a file: by its hash and the number that it names alone, or by the full check. */
export type CheckedFacts = Pick<FileFacts, 'bytes'> & Partial<FileFacts>;

/**
 * The one answer about a file, before its facts: its i18n key below `verifyFile.headline`, and that of the sentence below it
 * in `verifyFile.lead`.
 */
export interface FileHeadline {
  says:
    | 'exact'
    | 'exactRevoked'
    | 'exactReplaced'
    | 'exactErased'
    | 'other'
    | 'altered'
    | 'notIssued'
    | 'unchecked';
  lead: string;
  tone: FactTone;
}

/**
 * The exact file is good news only while its certificate stands. Of a file with other bytes nothing that is good elsewhere
 * counts: it is altered when it names a certificate that was issued here or when its own signature says so.
 */
export function fileHeadlineOf(
  { bytes, signature, signer }: CheckedFacts,
  certificate: PublicCertificate | ErasedCertificate | null,
  /** The certificate on whose page the file is checked. */
  expected?: { certId: string },
): FileHeadline {
  if (bytes === 'issued' && certificate) {
    if (certificate.state === 'erased') return { says: 'exactErased', lead: 'exactErased', tone: 'warn' };
    if (certificate.state === 'revoked') return { says: 'exactRevoked', lead: 'exactRevoked', tone: 'bad' };
    if (certificate.state === 'replaced')
      return { says: 'exactReplaced', lead: 'exactReplaced', tone: 'warn' };
    if (expected && expected.certId !== certificate.certId)
      return { says: 'other', lead: 'other', tone: 'warn' };
    return isIssuerUnproven(certificate)
      ? { says: 'exact', lead: 'exactUnproven', tone: 'unknown' }
      : { says: 'exact', lead: 'exact', tone: 'ok' };
  }
  if (bytes === 'changed') return { says: 'altered', lead: 'altered', tone: 'bad' };
  if (signature === 'altered') return { says: 'altered', lead: 'alteredUnknown', tone: 'bad' };
  if (signature === 'unknown') return { says: 'unchecked', lead: 'unchecked', tone: 'unknown' };
  if (signature === 'intact')
    return { says: 'notIssued', lead: signer?.known ? 'notIssuedKnown' : 'notIssuedSigned', tone: 'bad' };
  return { says: 'notIssued', lead: signature ? 'notIssued' : 'notIssuedByHash', tone: 'bad' };
}
