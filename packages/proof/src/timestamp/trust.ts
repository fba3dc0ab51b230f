// Which timestamp authorities are known (RFC 3161, 4.1; certification paths of RFC 5280, 6.1, without revocation).
import { createHash, X509Certificate } from 'node:crypto';
import { isIssuedBy, maxPathLength } from '../x509/issue.ts';

/**
 * Whether a chain (the authority's certificate first, each next one verified as the issuer of the one before) leads to a
 * certificate of the list, with every certificate valid at `time`. The list may contain the authority or any issuer above
 * it.
 */
export function isKnownAuthority(
  chain: readonly X509Certificate[],
  time: Date,
  list: readonly Uint8Array[],
): boolean {
  const trusted = list.map((der) => new X509Certificate(der));
  const [authority] = chain;
  // RFC 3161, 2.3: timestamping must be the only extended key usage.
  if (authority?.keyUsage?.length !== 1) return false;
  for (const [depth, certificate] of chain.entries()) {
    if (!isValidAt(certificate, depth, time)) return false;
    if (trusted.some((one) => fingerprintOf(one) === fingerprintOf(certificate))) return true;
  }
  const top = chain.at(-1);
  return trusted.some((one) => top && isValidAt(one, chain.length, time) && isIssuedBy(top, one));
}

/**
 * Whether a certificate is valid at this time with `depth` certificates below it. The lowest of them is not a CA and does
 * not count for the path length (RFC 5280, 4.2.1.9).
 */
function isValidAt(certificate: X509Certificate, depth: number, time: Date): boolean {
  const isValid = time >= certificate.validFromDate && time <= certificate.validToDate;
  return isValid && (depth === 0 || depth - 1 <= maxPathLength(certificate));
}

/** SHA-256 of a certificate, lower-case hex. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}
