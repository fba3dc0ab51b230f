// Keys and chains for tests. Keys are made once per run, because making them is slow.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { SignatureFields, SigningAlgorithm } from '@sello/contracts';
import forge from 'node-forge';
import { bitString, element, integer, oid, sequence, setOf, tagged } from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import { generateSigningCertificate, type SigningMaterial } from '../../src/index.ts';

export const buildFields = (overrides: Partial<SignatureFields> = {}): SignatureFields => ({
  reason: 'Curso de cerámica (nivel 2)',
  location: 'São Paulo',
  contactInfo: 'mailto:registro@taller.example',
  name: 'Taller Ñandú',
  signedAt: new Date(),
  ...overrides,
});

const made = new Map<string, Promise<SigningMaterial>>();

/** A self-signed certificate made by `generateSigningCertificate`; the same one for every call in a run. */
export function buildMaterial(
  algorithm: SigningAlgorithm = 'rsa-2048',
  name = 'Taller Ñandú',
): Promise<SigningMaterial> {
  const key = `${algorithm} ${name}`;
  const { signedAt: _, ...params } = buildFields({ name });
  const material =
    made.get(key) ?? generateSigningCertificate({ algorithm, organization: 'Fundação Ação', params });
  made.set(key, material);
  return material;
}

export interface Issued {
  key: KeyObject;
  der: Uint8Array;
  pem: string;
}

interface IssueOptions {
  name: string;
  issuer?: Issued;
  ca?: boolean;
  /** How many CAs may be below. */
  pathLength?: number;
  bits?: number;
  key?: KeyObject;
  /** Adds key identifiers of itself and its issuer, as in certificates of public CAs. */
  keyIds?: boolean;
  /** Its only extended key usage. */
  purpose?: 'timeStamping';
  notBefore?: Date;
  notAfter?: Date;
}

const DAY = 86_400_000;

/** A certificate of a test CA: a root without `issuer`, else signed by it. */
export function issue({ name, issuer, ca = !issuer, bits = 2048, ...options }: IssueOptions): Issued {
  const key = options.key ?? generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.rsa.setPublicKey(
    ...(() => {
      const { n, e } = forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString());
      return [n, e] as const;
    })(),
  );
  certificate.serialNumber = Buffer.from(name).toString('hex').slice(0, 16);
  certificate.validity.notBefore = options.notBefore ?? new Date(Date.now() - DAY);
  certificate.validity.notAfter = options.notAfter ?? new Date(Date.now() + 365 * DAY);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer(
    issuer
      ? forge.pki.certificateFromPem(issuer.pem).subject.attributes
      : [{ name: 'commonName', value: name }],
  );
  certificate.setExtensions([
    {
      name: 'basicConstraints',
      cA: ca,
      critical: true,
      ...(options.pathLength === undefined ? {} : { pathLenConstraint: options.pathLength }),
    },
    ca
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    ...(options.keyIds && issuer
      ? [
          { name: 'subjectKeyIdentifier' },
          {
            name: 'authorityKeyIdentifier',
            keyIdentifier: forge.pki.certificateFromPem(issuer.pem).generateSubjectKeyIdentifier().getBytes(),
          },
        ]
      : []),
    ...(options.purpose ? [{ name: 'extKeyUsage', [options.purpose]: true, critical: true }] : []),
  ]);
  const signingKey = (issuer?.key ?? key).export({ type: 'pkcs1', format: 'pem' }).toString();
  certificate.sign(forge.pki.privateKeyFromPem(signingKey), forge.md.sha256.create());
  const { raw } = new X509Certificate(forge.pki.certificateToPem(certificate));
  return { key, der: new Uint8Array(raw), pem: new X509Certificate(raw).toString() };
}

export const pemOf = (key: KeyObject, passphrase?: string): string =>
  key
    .export({
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase && { cipher: 'aes-256-cbc', passphrase }),
    })
    .toString();

/** A PKCS#12 file, encrypted with AES-256 or triple DES. */
export function pkcs12(
  { key, pem }: Issued,
  chain: Issued[],
  password: string,
  algorithm: 'aes256' | '3des' = 'aes256',
): Uint8Array {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString()),
    [pem, ...chain.map((issued) => issued.pem)].map((text) => forge.pki.certificateFromPem(text)),
    password,
    { algorithm },
  );
  return new Uint8Array(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1'));
}

/** Whether the key and the certificate of the material match, checked by a signature. */
export function signsWith(material: SigningMaterial): boolean {
  const key = createPrivateKey({ key: Buffer.from(material.privateKeyPkcs8), format: 'der', type: 'pkcs8' });
  const text = Buffer.from('anything');
  const [leaf] = material.chain;
  return (
    leaf !== undefined &&
    new X509Certificate(leaf).checkPrivateKey(key) &&
    sign('sha256', text, key).length > 0
  );
}

/** A self-signed certificate of an elliptic-curve key (P-256), with which Sello never signs. */
export function issueElliptic(name: string): Omit<Issued, 'pem'> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const names = sequence(setOf(sequence(oid('2.5.4.3'), element(0x0c, Buffer.from(name)))));
  const at = (time: number) =>
    element(0x18, Buffer.from(new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '')));
  const body = sequence(
    tagged(0, integer(2)),
    ...[integer(7), algorithm, names, sequence(at(Date.now() - DAY), at(Date.now() + 365 * DAY)), names],
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = bitString(sign('sha256', body, key));
  return { key, der: new Uint8Array(sequence(body, algorithm, signature)) };
}
