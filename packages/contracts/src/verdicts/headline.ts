import type { ErasedCertificate, FileFacts, PublicCertificate } from '../entities/index.ts';
import { isOnlyAddedTo } from './added-to.ts';
import { isIssuerUnproven } from './issuer.ts';
import type { FactTone } from './tones.ts';

/**
 * What is known of a file: by its hash and the numbers that it names alone, or by the full check. A fact that is absent
 * was not looked for, which is neither yes nor no.
 */
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
    | 'copy'
    | 'copies'
    | 'altered'
    | 'notFound'
    | 'unchecked';
  lead: string;
  tone: FactTone;
}

/**
 * The exact file is good news only while its certificate stands. Any other file that names a certificate is a copy of it or
 * made from it: it may have been printed, merged or saved again, or changed. It is called altered only with proof, which is
 * a signature in it that does not hold for bytes that are where they were signed. Nothing is said of what was not looked at.
 */
export function fileHeadlineOf(
  facts: CheckedFacts,
  certificate: PublicCertificate | ErasedCertificate | null,
  /** The certificate on whose page the file is checked. */
  expected?: { certId: string },
): FileHeadline {
  if (facts.bytes === 'issued' && certificate) return exactHeadline(certificate, expected);
  const isAltered = facts.signature === 'altered' && !isOnlyAddedTo(facts);
  if (facts.bytes === 'changed' && certificate) {
    if (isAltered) return { says: 'altered', lead: 'altered', tone: 'bad' };
    if ((facts.numbers?.found.length ?? 0) > 1) return { says: 'copies', lead: 'copies', tone: 'warn' };
    return { says: 'copy', lead: copyLead(certificate), tone: 'warn' };
  }
  if (isAltered) return { says: 'altered', lead: 'alteredUnknown', tone: 'bad' };
  return foreignHeadline(facts);
}

function exactHeadline(
  certificate: PublicCertificate | ErasedCertificate,
  expected?: { certId: string },
): FileHeadline {
  if (certificate.state === 'erased') return { says: 'exactErased', lead: 'exactErased', tone: 'warn' };
  if (certificate.state === 'revoked') return { says: 'exactRevoked', lead: 'exactRevoked', tone: 'bad' };
  if (certificate.state === 'replaced') return { says: 'exactReplaced', lead: 'exactReplaced', tone: 'warn' };
  if (expected && expected.certId !== certificate.certId)
    return { says: 'other', lead: 'other', tone: 'warn' };
  return isIssuerUnproven(certificate)
    ? { says: 'exact', lead: 'exactUnproven', tone: 'unknown' }
    : { says: 'exact', lead: 'exact', tone: 'ok' };
}

function copyLead(certificate: PublicCertificate | ErasedCertificate): string {
  if (certificate.state === 'erased') return 'copyErased';
  if (certificate.state === 'revoked') return 'copyRevoked';
  if (certificate.state === 'replaced') return 'copyReplaced';
  return isIssuerUnproven(certificate) ? 'copyUnproven' : 'copy';
}

/** A file in which no number of ours was found, or looked for. */
function foreignHeadline({ numbers, signature, signer }: CheckedFacts): FileHeadline {
  const unchecked = (lead: string): FileHeadline => ({ says: 'unchecked', lead, tone: 'unknown' });
  if (!numbers) return unchecked('notLooked');
  if (numbers.read !== 'done') return unchecked(numbers.read);
  if (signature === 'unknown' || signature === 'altered') return unchecked('unchecked');
  const lead =
    signature === 'intact'
      ? signer?.known
        ? 'notFoundKnown'
        : 'notFoundSigned'
      : signature
        ? 'notFound'
        : 'notFoundByHash';
  return { says: 'notFound', lead, tone: 'warn' };
}
