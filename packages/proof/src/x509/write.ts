// The DER encoding of a self-signed signing certificate: RFC 5280, 4.1, with the extended key usage of RFC 9336.
import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import type { CertificateParams } from '@sello/contracts';
import {
  bitString,
  booleanTrue,
  element,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
} from '../asn1/der-write.ts';
import { OID } from '../asn1/oids.ts';

/** Upper bounds of RFC 5280, appendix A.1, in characters. */
const MAX_NAME = 64;
const MAX_LOCALITY = 128;

/** How much earlier than now validity begins, ms: the clock of the machine that signs may be behind. */
const CLOCK_TOLERANCE = 300_000;

export interface CertificateBody {
  /** RSA. */
  publicKey: KeyObject;
  /** Legal name of the organization, any script. */
  organization: string;
  params: CertificateParams;
  /** An integer. */
  validYears: number;
  now: Date;
}

/** TBSCertificate (DER). Issuer and subject are the same name, in UTF8String, truncated to the bounds of RFC 5280. */
export function toBeSigned({ publicKey, organization, params, validYears, now }: CertificateBody): Buffer {
  const start = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const name = distinguishedName(organization, params);
  return sequence(
    tagged(0, integer(2)),
    integer(serialNumber()),
    signatureAlgorithm(),
    name,
    sequence(time(new Date(start.getTime() - CLOCK_TOLERANCE)), time(yearsLater(start, validYears))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, extensions(publicKey, params)),
  );
}

/** Certificate (DER): the TBSCertificate with its sha256WithRSAEncryption signature. */
export const signedCertificate = (tbs: Uint8Array, signature: Uint8Array): Buffer =>
  sequence(tbs, signatureAlgorithm(), bitString(signature));

const signatureAlgorithm = (): Buffer => sequence(oid(OID.sha256WithRSA), nullValue());

/** 16 random octets; the first is between 0x40 and 0x7f, so that the number is positive and the encoding minimal. */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

function distinguishedName(organization: string, params: CertificateParams): Buffer {
  const part = (type: string, text: string, longest: number) =>
    setOf(sequence(oid(type), element(0x0c, Buffer.from(cut(text, longest)))));
  const parts = [part(OID.commonName, params.name, MAX_NAME)];
  if (organization.trim()) parts.push(part(OID.organizationName, organization, MAX_NAME));
  if (params.location.trim()) parts.push(part(OID.localityName, params.location, MAX_LOCALITY));
  return sequence(...parts);
}

/** UTCTime until 2049 and GeneralizedTime from 2050 on (4.1.2.5), to the second. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

function extensions(publicKey: KeyObject, params: CertificateParams): Buffer {
  const email = /^(?:mailto:)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/.exec(params.contactInfo.trim())?.[1];
  const isCritical = [booleanTrue()];
  return sequence(
    // Not a CA: DER omits the default.
    extension(OID.basicConstraints, sequence(), isCritical),
    // Digital signature and content commitment, the first two bits.
    extension(OID.keyUsage, bitString(Buffer.from([0b1100_0000]), 6), isCritical),
    // Document signing is the actual usage; older PDF readers require e-mail protection.
    extension(OID.extendedKeyUsage, sequence(oid(OID.documentSigning), oid(OID.emailProtection))),
    extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
    ...(email ? [extension(OID.subjectAltName, sequence(element(0x81, Buffer.from(email, 'latin1'))))] : []),
  );
}

const extension = (type: string, value: Uint8Array, critical: Uint8Array[] = []): Buffer =>
  sequence(oid(type), ...critical, octetString(value));

/** Method 1 of RFC 5280, 4.2.1.2. The identifier is not security-relevant, so SHA-1 is sufficient. */
const keyIdentifier = (publicKey: KeyObject): Buffer =>
  createHash('sha1')
    .update(publicKey.export({ type: 'pkcs1', format: 'der' }))
    .digest();

/** The first characters, counted by code point after NFC, so that no character is split. */
function cut(text: string, longest: number): string {
  return [...text.normalize('NFC').trim()].slice(0, longest).join('');
}

function yearsLater(from: Date, years: number): Date {
  const later = new Date(from);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
