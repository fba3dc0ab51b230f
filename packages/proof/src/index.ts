export { createSigner, type SignerOptions } from './cms/signer.ts';
export { generateDkimKey, type SealedDkimKey } from './dkim/generate.ts';
export { fileCheckOf } from './file-check.ts';
export { compareWithIssued, type IssuedFile } from './issued.ts';
export { privateWrappingKeys, publicWrappingKey } from './keys/configured.ts';
export {
  type KeyOwner,
  openPrivateKey,
  type PrivateWrappingKeys,
  rewrapPrivateKey,
  type SealedKey,
  sealPrivateKey,
} from './keys/sealing.ts';
export {
  generateWrappingKeys,
  publicHalfOf,
  wrappingKeyId,
} from './keys/wrapping-keys.ts';
export { type ValidateOptions, validatePdf } from './pdf/validate.ts';
export {
  createVerifier,
  type PdfSource,
  type Verifier,
  type VerifyOptions,
  verifyPdf,
} from './pdf/verify.ts';
export { fingerprintOf } from './timestamp/trust.ts';
export { nameOfTrustList, readTrustList } from './timestamp/trust-list.ts';
export * from './verdict.ts';
export { type CertificateRequest, generateSigningCertificate } from './x509/generate.ts';
export { certificatePem, type SigningMaterial } from './x509/material.ts';
export { readUploadedCertificate, type UploadedCertificate } from './x509/uploaded.ts';
