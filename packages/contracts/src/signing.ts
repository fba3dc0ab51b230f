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

/**
 * The name objects in every signature dictionary of this platform (ISO 32000-1, 12.8.1; SubFilter by EN 319 142-1).
 * `render` and `proof` write them, `proof` recognizes them.
 */
export const signatureNames = {
  Type: 'Sig',
  Filter: 'Adobe.PPKLite',
  SubFilter: 'ETSI.CAdES.detached',
} as const;

/** The same as PDF syntax; the first entries of the dictionary. */
export const signatureNamesText = Object.entries(signatureNames)
  .map(([key, name]) => `/${key}/${name}`)
  .join('');

/** The text string entries and the parameters they hold; an empty one is omitted. */
export const signatureTexts = {
  Name: 'name',
  Reason: 'reason',
  Location: 'location',
  ContactInfo: 'contactInfo',
} as const satisfies Record<string, keyof CertificateParams>;

/**
 * The signature reference of a certification signature (DocMDP) that permits no changes, `P` 1 (ISO 32000-1, 12.8.2.2).
 */
export const signatureReferenceText =
  '/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]';

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
