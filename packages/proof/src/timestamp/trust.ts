// Which timestamp authorities are known (RFC 3161, 4.1; paths as of RFC 5280, 6.1, without revocation): anybody can make one.
import { createHash, X509Certificate } from 'node:crypto';
import { isIssuedBy, maxPathLength } from '../x509/issue.ts';

/**
 * Whether a chain (the authority's own certificate first, each next one proved to be the issuer of the one before) ends
 * at a certificate of the list, every one of them valid at `time`. The list may name an authority itself, or any above it.
 */
export function isKnownAuthority(
  chain: readonly X509Certificate[],
  time: Date,
  list: readonly Uint8Array[],
): boolean {
  const trusted = list.map((der) => new X509Certificate(der));
  const [authority] = chain;
  // RFC 3161, 2.3: timestamping is the one purpose.
  if (authority?.keyUsage?.length !== 1) return false;
  for (const [depth, certificate] of chain.entries()) {
    if (!mayStand(certificate, depth, time)) return false;
    if (trusted.some((one) => fingerprintOf(one) === fingerprintOf(certificate))) return true;
  }
  const top = chain.at(-1);
  return trusted.some((one) => top && mayStand(one, chain.length, time) && isIssuedBy(top, one));
}

/** `depth`: how many certificates are below it. The lowest is no authority and counts for no length (RFC 5280, 4.2.1.9). */
function mayStand(certificate: X509Certificate, depth: number, time: Date): boolean {
  const isValid = time >= certificate.validFromDate && time <= certificate.validToDate;
  return isValid && (depth === 0 || depth - 1 <= maxPathLength(certificate));
}

/** SHA-256 of a certificate, lower-case hex. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}
