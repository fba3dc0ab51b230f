import type { CertificateParams } from './signing.ts';

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
