import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { expect, it } from 'vitest';
import { childrenOf, readDer } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { type CertificateBody, toBeSigned } from './write.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The same fields encoded by node-forge, with the same serial number. */
function writtenByForge(serial: string, { params, organization, validYears, now }: CertificateBody): Buffer {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    String(publicKey.export({ type: 'spki', format: 'pem' })),
  );
  certificate.serialNumber = serial;
  const start = Math.floor(now.getTime() / 1000) * 1000;
  certificate.validity.notBefore = new Date(start - 300_000);
  certificate.validity.notAfter = new Date(start);
  certificate.validity.notAfter.setUTCFullYear(now.getUTCFullYear() + validYears);
  const name = Object.entries({
    commonName: params.name,
    organizationName: organization,
    localityName: params.location,
  })
    .filter(([, value]) => value)
    .map(([type, value]) => ({
      name: type,
      value,
      valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
    }));
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'extKeyUsage', [OID.documentSigning]: true, emailProtection: true },
    { name: 'subjectKeyIdentifier' },
    ...(params.contactInfo
      ? [{ name: 'subjectAltName', altNames: [{ type: 1, value: params.contactInfo }] }]
      : []),
  ]);
  certificate.siginfo.algorithmOid = OID.sha256WithRSA;
  const [tbs] = forge.pki.certificateToAsn1(
    Object.assign(certificate, { signatureOid: OID.sha256WithRSA, signature: '' }),
  ).value as forge.asn1.Asn1[];
  return Buffer.from(forge.asn1.toDer(tbs!).getBytes(), 'latin1');
}

it.each([
  ['every field', 'Fundação Ação', 'São Paulo', 'registro@taller.example', 3],
  ['a name only', '', '', '', 3],
  ['an end after 2049, which has four digits of the year', '学院 𝒜', 'Łódź', '', 30],
])(
  'is identical to the bytes that node-forge writes, with %s',
  (_, organization, location, contactInfo, validYears) => {
    const body = {
      publicKey,
      organization,
      params: { name: 'Taller Ñandú', location, contactInfo, reason: 'Curso' },
      validYears,
      now: new Date('2026-11-20T06:00:00.500Z'),
    };
    const ours = toBeSigned(body);
    const serial = Buffer.from(childrenOf(readDer(ours))[1]!.body).toString('hex');
    expect(ours.toString('hex')).toBe(writtenByForge(serial, body).toString('hex'));
  },
);
