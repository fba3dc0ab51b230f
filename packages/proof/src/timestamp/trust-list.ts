// Not part of `trust.ts`: the threads that check files load that one, and `kit` would take 40 MB in each of them.
import { hash, X509Certificate } from 'node:crypto';
import { AppError } from '@sello/kit';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Parses the certificates of a PEM text to DER. Throws AppError `certificate_unreadable` if there is none or a broken one. */
export function readTrustList(pem: string): Uint8Array[] {
  try {
    const certificates = (pem.match(block) ?? []).map((text) => new X509Certificate(text).raw);
    if (certificates.length > 0) return certificates.map((der) => new Uint8Array(der));
  } catch (cause) {
    throw new AppError('certificate_unreadable', { cause });
  }
  throw new AppError('certificate_unreadable');
}

/** A hash that identifies a list of authorities (DER), independent of order and duplicates. */
export function nameOfTrustList(list: readonly Uint8Array[]): string {
  const fingerprints = new Set(list.map((der) => hash('sha256', der)));
  return hash('sha256', [...fingerprints].sort().join());
}
