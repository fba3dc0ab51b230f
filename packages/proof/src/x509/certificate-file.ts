// Parses a certificate file: PEM (RFC 7468), DER, or PKCS#12 (RFC 7292). It runs in a worker thread, because the file
// determines how long its decryption takes.
import { createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from 'node:crypto';
import type { ErrorCode } from '@sello/contracts';
import forge from 'node-forge';
import { childrenOf, type DerNode, readDer } from '../asn1/der-read.ts';

export type CertificateFileProblem = Extract<
  ErrorCode,
  | 'certificate_unreadable'
  | 'certificate_password_required'
  | 'certificate_password_wrong'
  | 'certificate_algorithm_unsupported'
>;

export interface CertificateFile {
  /** DER, in the order of the file. */
  certificates: Uint8Array[];
  /** PKCS#8 DER. */
  privateKeys: Uint8Array[];
}

export type CertificateFileAnswer = CertificateFile | { problem: CertificateFileProblem; why?: string };

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([\s\S]*?)-----END \1-----/g;

/** Does not throw: a file that cannot be read returns a `problem`. */
export function readCertificateFile(bytes: Uint8Array, password?: string): CertificateFileAnswer {
  try {
    const text = Buffer.from(bytes).toString('latin1');
    if (text.includes('-----BEGIN ')) return readPem(text, password);
    const certificate = readCertificate(bytes);
    if (certificate) return { certificates: [certificate], privateKeys: [] };
    return readPkcs12(text, password);
  } catch (error) {
    return { problem: 'certificate_unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

function readCertificate(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return new Uint8Array(new X509Certificate(bytes).raw);
  } catch {
    return undefined;
  }
}

function readPem(text: string, password: string | undefined): CertificateFileAnswer {
  const found: CertificateFile = { certificates: [], privateKeys: [] };
  for (const [block, label = '', body = ''] of text.matchAll(PEM_BLOCK)) {
    if (label.endsWith('CERTIFICATE')) {
      found.certificates.push(new Uint8Array(new X509Certificate(block).raw));
    } else if (label.endsWith('PRIVATE KEY')) {
      const isEncrypted = label.startsWith('ENCRYPTED') || body.includes('Proc-Type: 4,ENCRYPTED');
      if (isEncrypted && !password) return { problem: 'certificate_password_required' };
      if (label.startsWith('ENCRYPTED')) assertDerivable(Buffer.from(body, 'base64'));
      const key = readKey(block, isEncrypted ? password : undefined);
      if (!key) {
        return { problem: isEncrypted ? 'certificate_password_wrong' : 'certificate_unreadable' };
      }
      found.privateKeys.push(pkcs8Of(key));
    }
  }
  return found;
}

/** Iterations of key derivation, which take OpenSSL some seconds. A native call cannot be stopped while it runs. */
const MAX_ITERATIONS = 10_000_000;

function assertFewIterations(iterations: number): void {
  if (iterations > MAX_ITERATIONS) throw new Error('it asks for too many rounds of key derivation');
}

/** Checks every integer in the parameters of an EncryptedPrivateKeyInfo (RFC 5958, 3) before OpenSSL uses them. */
function assertDerivable(der: Uint8Array): void {
  const walk = (node: DerNode): void => {
    if (node.tag === 0x02) assertFewIterations(Number.parseInt(Buffer.from(node.body).toString('hex'), 16));
    else if ((node.tag & 0x20) !== 0) childrenOf(node).forEach(walk);
  };
  const [algorithm] = childrenOf(readDer(der));
  if (algorithm) walk(algorithm);
}

function readKey(pem: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(passphrase !== undefined && { passphrase }) });
  } catch {
    return undefined;
  }
}

const pkcs8Of = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }));

// node-forge derives PBES2 keys in JavaScript and from the low bytes of the password. RFC 8018 leaves the encoding open
// and every tool uses UTF-8, so a password with an accent would not open its file. The native derivation is also two
// hundred times faster.
forge.pkcs5.pbkdf2 = ((
  password: string,
  salt: string,
  iterations: number,
  length: number,
  digest?: { algorithm?: string },
) => {
  assertFewIterations(iterations);
  const derived = pbkdf2Sync(
    password,
    Buffer.from(salt, 'latin1'),
    iterations,
    length,
    digest?.algorithm ?? 'sha1',
  );
  return derived.toString('latin1');
}) as typeof forge.pkcs5.pbkdf2;

function readPkcs12(der: string, password: string | undefined): CertificateFileAnswer {
  const asn1 = forge.asn1.fromDer(der);
  // An empty password has two encodings: two zero octets, and no octets.
  const tries = password ? [password] : ['', undefined];
  let why = '';
  for (const attempt of tries) {
    try {
      return bagsOf(forge.pkcs12.pkcs12FromAsn1(asn1, false, attempt));
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  if (!/MAC could not be verified|wrong password|Failed to decrypt/i.test(why)) {
    return { problem: 'certificate_unreadable', why };
  }
  return { problem: password ? 'certificate_password_wrong' : 'certificate_password_required' };
}

function bagsOf(p12: forge.pkcs12.Pkcs12Pfx): CertificateFileAnswer {
  const found: CertificateFile = { certificates: [], privateKeys: [] };
  for (const { safeBags } of p12.safeContents) {
    for (const bag of safeBags) {
      if (bag.cert) found.certificates.push(derOf(forge.pki.certificateToAsn1(bag.cert)));
      else if (bag.key) {
        found.privateKeys.push(
          derOf(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key as forge.pki.rsa.PrivateKey))),
        );
      } else if (bag.asn1) {
        // node-forge parses RSA keys only and returns other keys as ASN.1.
        return { problem: 'certificate_algorithm_unsupported', why: 'not an RSA key' };
      }
    }
  }
  return found;
}

const derOf = (asn1: forge.asn1.Asn1): Uint8Array =>
  new Uint8Array(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1'));
