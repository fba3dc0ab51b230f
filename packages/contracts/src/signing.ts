import { z } from 'zod';
import { lineText, nameText } from './texts.ts';

/** The key types that a tenant can sign with; the first is the default. */
export const signingAlgorithms = ['rsa-2048', 'rsa-4096'] as const;
export const signingAlgorithm = z.enum(signingAlgorithms);
export type SigningAlgorithm = z.infer<typeof signingAlgorithm>;

/** The form of a new signing certificate; its values are also written to every signature dictionary. */
export const certificateParams = z.strictObject({
  reason: lineText(200),
  location: lineText(200),
  contactInfo: lineText(200),
  name: nameText(200),
});
export type CertificateParams = z.infer<typeof certificateParams>;

/** The variable entries of the PDF signature dictionary (ISO 32000-1, 12.8.1). */
export interface SignatureFields extends CertificateParams {
  /** The signing time, entry M; the CMS has no signing-time attribute (EN 319 142-1, 6.3). */
  signedAt: Date;
}

/**
 * Signs digests with one key. `proof` implements it and `render` uses it; neither imports the other. Safe to use
 * concurrently; the RSA operation does not block the event loop.
 */
export interface Signer {
  /** Id of the tenant's signing certificate, for logs and for the record of the issued certificate. */
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  /**
   * The room to reserve in Contents for what `sign` returns, in bytes (twice as many hex digits). With a timestamp it
   * follows the tokens that the authority sent lately: a signature may exceed what was reserved, and by then this is
   * large enough for another.
   */
  readonly signatureSize: number;
  /**
   * Returns a detached CMS SignedData (DER; PAdES baseline B-B, or B-T when a timestamp authority is configured) over
   * the SHA-256 digest (32 bytes) of the signed byte ranges. Throws AppError `timestamp_failed` or `signing_failed`.
   */
  sign(digest: Uint8Array): Promise<Uint8Array>;
}
