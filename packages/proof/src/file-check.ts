import type { FileCheck } from '@sello/contracts';
import type { PdfVerdict } from './verdict.ts';

/**
 * A verdict as it is stored with the certificate of the file: the fields that the public verification shows, and when the
 * file was checked. `trustList` identifies the list of known timestamp authorities, see `nameOfTrustList`.
 */
export function fileCheckOf(
  { outcome, reasons, signature }: Pick<PdfVerdict, 'outcome' | 'reasons' | 'signature'>,
  { at, trustList }: { at: Date; trustList: string },
): FileCheck {
  return {
    at,
    outcome,
    reasons: reasons.map(({ code, detail }) => (detail === undefined ? { code } : { code, detail })),
    ...(signature && { signature: signatureOf(signature, trustList) }),
  };
}

function signatureOf(
  { ownForm, signer, signedAt, timestamp }: NonNullable<PdfVerdict['signature']>,
  trustList: string,
): NonNullable<FileCheck['signature']> {
  return {
    ownForm,
    ...(signer && {
      signer: { subject: signer.subject, fingerprint: signer.fingerprint, selfSigned: signer.selfSigned },
    }),
    ...(signedAt && { signedAt }),
    ...(timestamp && {
      timestamp: {
        time: timestamp.time,
        authority: timestamp.authority,
        known: timestamp.known,
        trustList,
      },
    }),
  };
}
