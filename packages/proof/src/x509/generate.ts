// A self-signed certificate for signing documents: RFC 5280 with the extended key usage of RFC 9336.
import { createPublicKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificateParams, SigningAlgorithm } from '@sello/contracts';
import { generateRsaKey } from './key-thread.ts';
import { describeMaterial, type SigningMaterial } from './material.ts';
import { signedCertificate, toBeSigned } from './write.ts';

const signAsync = promisify(sign);

const MODULUS_BITS: Record<SigningAlgorithm, number> = { 'rsa-2048': 2048, 'rsa-4096': 4096 };

export interface CertificateRequest {
  algorithm: SigningAlgorithm;
  /** Legal name of the organization, any script. */
  organization: string;
  params: CertificateParams;
  /** Years of validity, an integer. Default: 3. */
  validYears?: number;
  now?: Date;
}

/**
 * Makes an RSA key (in a worker thread, one key at a time) and a self-signed certificate. Names are UTF8String, truncated
 * to the upper bounds of RFC 5280. Throws AppError `signing_failed` when the key cannot be made, `rate_limited` when too
 * many requests wait.
 */
export async function generateSigningCertificate(request: CertificateRequest): Promise<SigningMaterial> {
  const { algorithm, organization, params, validYears = 3, now = new Date() } = request;
  const privateKey = await generateRsaKey(MODULUS_BITS[algorithm]);
  const tbs = toBeSigned({ publicKey: createPublicKey(privateKey), organization, params, validYears, now });
  const signature = await signAsync('sha256', tbs, privateKey);
  return describeMaterial(privateKey, [signedCertificate(tbs, signature)]);
}
