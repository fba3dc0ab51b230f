import { z } from 'zod';
import { lineText, nameText } from './texts.ts';

/** Key kinds a tenant may sign with; the first is the default. */
export const signingAlgorithms = ['rsa-2048', 'rsa-4096'] as const;
export const signingAlgorithm = z.enum(signingAlgorithms);
export type SigningAlgorithm = z.infer<typeof signingAlgorithm>;

/** What the form of a new signing certificate asks for; it is also printed into every signature dictionary. */
export const certificateParams = z.strictObject({
  reason: lineText(200),
  location: lineText(200),
  contactInfo: lineText(200),
  name: nameText(200),
});
export type CertificateParams = z.infer<typeof certificateParams>;

/**
 * What every signature dictionary of this platform says by names (ISO 32000-1, 12.8.1; the SubFilter by EN 319 142-1).
 * `render` and `proof` write it, `proof` recognizes it.
 */
export const signatureNames = {
  Type: 'Sig',
  Filter: 'Adobe.PPKLite',
  SubFilter: 'ETSI.CAdES.detached',
} as const;

/** The same as PDF text, the first entries of the dictionary. */
export const signatureNamesText = Object.entries(signatureNames)
  .map(([key, name]) => `/${key}/${name}`)
  .join('');

/** The entries that hold a text, with the parameter that is printed there; one that is empty is left out. */
export const signatureTexts = {
  Name: 'name',
  Reason: 'reason',
  Location: 'location',
  ContactInfo: 'contactInfo',
} as const satisfies Record<string, keyof CertificateParams>;

/** It certifies (DocMDP) and permits no changes, `P` 1 (ISO 32000-1, 12.8.2.2). */
export const signatureReferenceText =
  '/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]';

/** Entries of the PDF signature dictionary (ISO 32000-1, 12.8.1) besides those that the format itself fixes. */
export interface SignatureFields extends CertificateParams {
  /** The signing time, entry M; CMS carries none (EN 319 142-1, 6.3). */
  signedAt: Date;
}

/**
 * Signs digests with one key. `proof` makes it, `render` takes it; neither imports the other.
 * Safe to use concurrently; the RSA operation never blocks the event loop.
 */
export interface Signer {
  /** Id of the signing certificate (the tenant's record), for the log and the certificate's row. */
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  /** Upper bound, in bytes, of what `sign` returns: the room to reserve in Contents (twice as many hex digits). */
  readonly signatureSize: number;
  /**
   * A detached CMS SignedData (DER, PAdES baseline B-B; B-T when a timestamp authority is configured) over the
   * SHA-256 digest (32 bytes) of the signed byte ranges. Throws AppError `timestamp_failed` or `signing_failed`.
   */
  sign(digest: Uint8Array): Promise<Uint8Array>;
}
