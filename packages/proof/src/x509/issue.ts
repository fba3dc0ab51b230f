// Whether one certificate issued another (RFC 5280, 6.1.3): names are compared as encoded, signatures checked by OpenSSL.
import type { X509Certificate } from 'node:crypto';
import { childrenOf, type DerNode, expectTag, oidOf, readDer, smallIntegerOf } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';

export interface CertificateNames {
  serial: DerNode;
  issuer: DerNode;
  subject: DerNode;
}

/** Serial number and names of an X.509 certificate as encoded. Throws DerError. */
export function certificateNames(der: Uint8Array): CertificateNames {
  const [tbs] = childrenOf(expectTag(readDer(der), 0x30));
  const fields = childrenOf(expectTag(tbs, 0x30));
  // The version has the tag [0] and is absent in version 1.
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, , issuer, , subject] = fields;
  return {
    serial: expectTag(serial, 0x02),
    issuer: expectTag(issuer, 0x30),
    subject: expectTag(subject, 0x30),
  };
}

/** `CN=…, O=…` from Node's form with one attribute per line. */
export function subjectLine(lines: string): string {
  return lines.split('\n').filter(Boolean).join(', ');
}

/** Whether a certificate names itself as its issuer and is signed with its own key. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  return isNamedAndSignedBy(certificate, certificate);
}

/** Whether the CA certificate `issuer` issued `subject`. */
export function isIssuedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && isNamedAndSignedBy(subject, issuer);
}

function isNamedAndSignedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  try {
    const named = certificateNames(subject.raw).issuer.bytes;
    const own = certificateNames(issuer.raw).subject.bytes;
    return Buffer.compare(named, own) === 0 && subject.verify(issuer.publicKey);
  } catch {
    // Nothing is proved by a key or an encoding that cannot be read.
    return false;
  }
}

/**
 * Whether a certificate states that another key signed it. The key identifiers are compared as well as the names, because
 * a root whose issuer name was altered still names its own key.
 */
export function isIssuedElsewhere(certificate: X509Certificate): boolean {
  try {
    const { issuer, subject } = certificateNames(certificate.raw);
    const [own] = extensionValues(certificate.raw, OID.subjectKeyIdentifier);
    const [wrapped] = extensionValues(certificate.raw, OID.authorityKeyIdentifier);
    const signing = wrapped && childrenOf(wrapped).find((node) => node.tag === 0x80);
    return (
      signing !== undefined &&
      Buffer.compare(issuer.bytes, subject.bytes) !== 0 &&
      Buffer.compare(signing.body, own?.body ?? new Uint8Array()) !== 0
    );
  } catch {
    return false;
  }
}

/** The path length constraint: how many CAs may be below this one (RFC 5280, 4.2.1.9); -1 if it is not a CA. */
export function maxPathLength(certificate: X509Certificate): number {
  if (!certificate.ca) return -1;
  try {
    const [constraints] = extensionValues(certificate.raw, OID.basicConstraints);
    const length = constraints && childrenOf(constraints).find((node) => node.tag === 0x02);
    return length ? smallIntegerOf(length) : Number.POSITIVE_INFINITY;
  } catch {
    return -1;
  }
}

/** The values of an extension (RFC 5280, 4.1.2.9); empty when the certificate does not have it. Throws DerError. */
function extensionValues(der: Uint8Array, type: string): DerNode[] {
  const [tbs] = childrenOf(expectTag(readDer(der), 0x30));
  const wrapped = childrenOf(expectTag(tbs, 0x30)).find((node) => node.tag === 0xa3);
  const [list] = wrapped ? childrenOf(wrapped) : [];
  return (list ? childrenOf(list) : [])
    .map((extension) => childrenOf(extension))
    .filter(([name]) => oidOf(name) === type)
    .map((parts) => readDer(expectTag(parts.at(-1), 0x04).body));
}
