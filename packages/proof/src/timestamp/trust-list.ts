// Apart from `trust.ts`, which the threads that check files load: what `kit` brings along would take 40 MB in each.
import { hash, X509Certificate } from 'node:crypto';
import { AppError } from '@sello/kit';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates (DER) of a PEM text. Throws AppError `certificate_unreadable` for none, or one that is broken. */
export function readTrustList(pem: string): Uint8Array[] {
  try {
    const certificates = (pem.match(block) ?? []).map((text) => new X509Certificate(text).raw);
    if (certificates.length > 0) return certificates.map((der) => new Uint8Array(der));
  } catch (cause) {
    throw new AppError('certificate_unreadable', { cause });
  }
  throw new AppError('certificate_unreadable');
}

/** A name for a list of authorities (DER): the same for the same certificates, in whatever order and however often. */
export function nameOfTrustList(list: readonly Uint8Array[]): string {
  const fingerprints = new Set(list.map((der) => hash('sha256', der)));
  return hash('sha256', [...fingerprints].sort().join());
}
