import type { FileFacts } from '@sello/contracts';
import { besideIssued, type PdfVerdict } from '@sello/proof';
import type { CertificateRecord, Identity, SigningCertificateRecord } from '@sello/store';
import { identityView } from './public-certificate.ts';

/** The organization of this platform that a signing certificate is of. */
export interface KnownSigner {
  organization: string;
  identity: Identity;
  withdrawnAt: Date | undefined;
}

/**
 * Separate facts about a file: whether its bytes are what was issued is one, whether its signature holds another.
 * `certificate` is the one found by the file's hash or by the id inside it.
 */
export function fileFactsView(
  alone: PdfVerdict,
  certificate: CertificateRecord | null,
  used: SigningCertificateRecord | null,
  known: KnownSigner | null,
): FileFacts {
  const verdict =
    certificate === null || used === null
      ? alone
      : besideIssued(alone, { sha256: certificate.hash, signer: used.fingerprint });
  const { sha256, size, outcome, reasons, signature } = verdict;
  const signer = signature?.signer;
  return {
    sha256,
    size,
    bytes: certificate === null ? 'unknown' : certificate.hash === sha256 ? 'issued' : 'changed',
    signature: outcome,
    reasons: reasons.map(({ code, detail }) => (detail === undefined ? { code } : { code, detail })),
    ...(signer === undefined
      ? {}
      : {
          signer: {
            subject: signer.subject,
            fingerprint: signer.fingerprint,
            selfSigned: signer.selfSigned,
            ...(known === null ? {} : { known: knownView(known) }),
          },
        }),
    ...(signer === undefined || used === null
      ? {}
      : { signerIsIssuer: used.fingerprint === signer.fingerprint }),
    ...(signature?.signedAt === undefined ? {} : { signedAt: signature.signedAt.toISOString() }),
    ...(signature === undefined
      ? {}
      : { ownForm: signature.ownForm, timestamped: signature.timestamp !== undefined }),
    ...(signature?.timestamp === undefined ? {} : { timestamp: timestampView(verdict) }),
  };
}

function knownView({ organization, identity, withdrawnAt }: KnownSigner) {
  return {
    organization,
    identity: identityView(identity),
    ...(withdrawnAt === undefined ? {} : { withdrawnAt: withdrawnAt.toISOString() }),
  };
}

function timestampView({ signature, reasons }: PdfVerdict): FileFacts['timestamp'] {
  const timestamp = signature?.timestamp;
  return (
    timestamp && {
      time: timestamp.time.toISOString(),
      authority: timestamp.authority,
      known: timestamp.known,
      contradicts: reasons.some(({ code }) => code === 'times_contradict'),
    }
  );
}
