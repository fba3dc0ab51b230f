import type { FileFacts } from '@sello/contracts';
import type { PdfVerdict } from '@sello/proof';
import type { CertificateRecord, SigningCertificateRecord } from '@sello/store';

/**
 * Separate facts about a file: whether its bytes are what was issued is one, whether its signature holds another.
 * `certificate` is the one found by the file's hash or by the id inside it.
 */
export function fileFactsView(
  verdict: PdfVerdict,
  certificate: CertificateRecord | null,
  used: SigningCertificateRecord | null,
): FileFacts {
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
          },
        }),
    ...(signer === undefined || used === null
      ? {}
      : { signerIsIssuer: used.fingerprint === signer.fingerprint }),
    ...(signature?.signedAt === undefined ? {} : { signedAt: signature.signedAt.toISOString() }),
    ...(signature === undefined ? {} : { timestamped: signature.timestamp !== undefined }),
  };
}
