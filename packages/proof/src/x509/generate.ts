// A self-signed certificate for signing documents: RFC 5280 with the key purpose of RFC 9336.
import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificateParams, SigningAlgorithm } from '@sello/contracts';
import { AppError } from '@sello/kit';
import forge from 'node-forge';
import { element, nullValue, oid, sequence } from '../asn1/der-write.ts';
import { OID } from '../asn1/oids.ts';
import { generateRsaKey } from './key-thread.ts';
import { describeMaterial, type SigningMaterial } from './material.ts';

const signAsync = promisify(sign);

const MODULUS_BITS: Record<SigningAlgorithm, number> = { 'rsa-2048': 2048, 'rsa-4096': 4096 };

/** Upper bounds of RFC 5280, appendix A.1, in characters. */
const MAX_NAME = 64;
const MAX_LOCALITY = 128;

/** Valid a little earlier than made, ms: the machine that signs may be behind the one that made the certificate. */
const CLOCK_TOLERANCE = 300_000;

export interface CertificateRequest {
  algorithm: SigningAlgorithm;
  /** Legal name of the organization, any script. */
  organization: string;
  params: CertificateParams;
  /** Whole years of validity; 3 when absent. */
  validYears?: number;
  now?: Date;
}

/**
 * Makes an RSA key (on a thread of its own, one at a time) and a certificate that it signs itself. Names are UTF8String
 * and cut to the lengths RFC 5280 allows. Throws AppError `signing_failed` when the key cannot be made, `rate_limited`
 * while too many others wait for theirs.
 */
export async function generateSigningCertificate(request: CertificateRequest): Promise<SigningMaterial> {
  const privateKey = await generateRsaKey(MODULUS_BITS[request.algorithm]);
  const tbs = toBeSigned(createPublicKey(privateKey), request);
  const signature = await signAsync('sha256', tbs, privateKey);
  const certificate = sequence(
    tbs,
    sequence(oid(OID.sha256WithRSA), nullValue()),
    element(0x03, Buffer.from([0]), signature),
  );
  return describeMaterial(privateKey, [certificate]);
}

function toBeSigned(publicKey: KeyObject, request: CertificateRequest): Buffer {
  const { organization, params, validYears = 3, now = new Date() } = request;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  // 127 random bits: positive, never zero in its first octet, unguessable.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = serial.toString('hex');
  const start = Math.floor(now.getTime() / 1000) * 1000;
  certificate.validity.notBefore = new Date(start - CLOCK_TOLERANCE);
  certificate.validity.notAfter = yearsLater(new Date(start), validYears);
  const name = distinguishedName(organization, params);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions(extensionsFor(params));
  certificate.siginfo.algorithmOid = OID.sha256WithRSA;
  const asn1 = forge.pki.certificateToAsn1(
    Object.assign(certificate, { signatureOid: OID.sha256WithRSA, signature: '' }),
  );
  const [tbs] = asn1.value as forge.asn1.Asn1[];
  if (!tbs) throw new AppError('signing_failed');
  return Buffer.from(forge.asn1.toDer(tbs).getBytes(), 'latin1');
}

function distinguishedName(organization: string, params: CertificateParams): forge.pki.CertificateField[] {
  const field = (name: string, text: string, longest: number) => ({
    name,
    value: cut(text, longest),
    valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
  });
  const fields = [field('commonName', params.name, MAX_NAME)];
  if (organization.trim()) fields.push(field('organizationName', organization, MAX_NAME));
  if (params.location.trim()) fields.push(field('localityName', params.location, MAX_LOCALITY));
  return fields;
}

function extensionsFor(params: CertificateParams): object[] {
  const email = /^(?:mailto:)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/.exec(params.contactInfo.trim())?.[1];
  return [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    // Document signing is the purpose; e-mail protection beside it is what older readers look for.
    { name: 'extKeyUsage', [OID.documentSigning]: true, emailProtection: true },
    { name: 'subjectKeyIdentifier' },
    ...(email ? [{ name: 'subjectAltName', altNames: [{ type: 1, value: email }] }] : []),
  ];
}

/** The first characters by code point, so that no accent or rare character is cut in two. */
function cut(text: string, longest: number): string {
  return [...text.normalize('NFC').trim()].slice(0, longest).join('');
}

function yearsLater(from: Date, years: number): Date {
  const later = new Date(from);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
