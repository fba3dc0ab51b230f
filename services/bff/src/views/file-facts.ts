import { type FileCheck, type FileFacts, isReasonCode } from '@sello/contracts';
import { compareWithIssued } from '@sello/proof';
import type { CertificateRecord, Identity, SigningCertificateRecord } from '@sello/store';
import { identityView } from './public-certificate.ts';

/** The result of a check, with hash and size (bytes) of the checked file. */
export interface CheckedFile extends FileCheck {
  sha256: string;
  size: number;
}

/** The organization of this platform that owns a signing certificate. */
export interface KnownSigner {
  organization: string;
  identity: Identity;
  withdrawnAt: Date | undefined;
}

/**
 * Whether a file's bytes are the issued ones and whether its signature is valid are reported separately. `certificate`
 * is the one found by the file's hash or by the id inside it, `used` the signing certificate of that record.
 */
export function fileFactsView(
  checked: CheckedFile,
  certificate: Pick<CertificateRecord, 'hash'> | null,
  used: SigningCertificateRecord | null,
  known: KnownSigner | null,
): FileFacts {
  const { sha256, size, at, outcome, reasons, signature } =
    certificate === null || used === null
      ? checked
      : compareWithIssued(checked, { sha256: certificate.hash, signer: used.fingerprint });
  const signer = signature?.signer;
  return {
    sha256,
    size,
    checkedAt: at.toISOString(),
    bytes: certificate === null ? 'unknown' : certificate.hash === sha256 ? 'issued' : 'changed',
    signature: outcome,
    reasons: reasons.flatMap(({ code, ...detail }) => (isReasonCode(code) ? [{ code, ...detail }] : [])),
    ...(signer && { signer: { ...signer, ...(known && { known: knownView(known) }) } }),
    ...(signer && used && { signerIsIssuer: used.fingerprint === signer.fingerprint }),
    ...(signature?.signedAt && { signedAt: signature.signedAt.toISOString() }),
    ...(signature && { ownForm: signature.ownForm, timestamped: signature.timestamp !== undefined }),
    ...(signature?.timestamp && { timestamp: timestampView(signature.timestamp, reasons) }),
  };
}

function knownView({ organization, identity, withdrawnAt }: KnownSigner) {
  return {
    organization,
    identity: identityView(identity),
    ...(withdrawnAt === undefined ? {} : { withdrawnAt: withdrawnAt.toISOString() }),
  };
}

function timestampView(
  { time, authority, known }: NonNullable<NonNullable<FileCheck['signature']>['timestamp']>,
  reasons: FileCheck['reasons'],
): NonNullable<FileFacts['timestamp']> {
  return {
    time: time.toISOString(),
    authority,
    known,
    contradicts: reasons.some(({ code }) => code === 'times_contradict'),
  };
}
