import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import type { SigningAlgorithm } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { isSelfSigned, subjectLine } from './issue.ts';

/** Everything needed to sign with a certificate and to describe it. */
export interface SigningMaterial {
  /** PKCS#8, DER. Secret: seal it before it is stored. */
  privateKeyPkcs8: Uint8Array;
  /** X.509, DER, the signing certificate first, each next one the issuer of the one before. */
  chain: Uint8Array[];
  algorithm: SigningAlgorithm;
  /** Distinguished name of the signing certificate on one line, in the order of the certificate. */
  subject: string;
  /** Serial number, upper-case hex. */
  serial: string;
  /** SHA-256 of the signing certificate's DER, lower-case hex. */
  fingerprint: string;
  notBefore: Date;
  notAfter: Date;
  selfSigned: boolean;
}

const ALGORITHM_OF_BITS: Record<number, SigningAlgorithm> = { 2048: 'rsa-2048', 4096: 'rsa-4096' };

/** The signing algorithm of a key. Throws AppError `certificate_algorithm_unsupported`. */
export function algorithmOf(key: KeyObject): SigningAlgorithm {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const algorithm = key.asymmetricKeyType === 'rsa' ? ALGORITHM_OF_BITS[bits] : undefined;
  if (!algorithm) {
    throw new AppError('certificate_algorithm_unsupported', {
      details: { found: `${key.asymmetricKeyType ?? 'unknown'}${bits ? ` ${bits}` : ''}` },
    });
  }
  return algorithm;
}

export function describeMaterial(privateKey: KeyObject, chain: Uint8Array[]): SigningMaterial {
  const [leafDer] = chain;
  if (!leafDer) throw new AppError('certificate_unreadable');
  const leaf = new X509Certificate(leafDer);
  return {
    privateKeyPkcs8: new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })),
    chain: chain.map((der) => new Uint8Array(der)),
    algorithm: algorithmOf(privateKey),
    subject: subjectLine(leaf.subject),
    serial: leaf.serialNumber,
    fingerprint: createHash('sha256').update(leafDer).digest('hex'),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
    selfSigned: isSelfSigned(leaf),
  };
}

/** The certificates as PEM without the key, the signing certificate first: what a PDF reader imports to trust a signature. */
export function certificatePem(chain: readonly Uint8Array[]): string {
  return chain.map((der) => new X509Certificate(der).toString()).join('');
}
