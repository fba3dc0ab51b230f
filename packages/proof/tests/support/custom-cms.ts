// Builds a CMS of which every part can be omitted, duplicated or exchanged, as a forger would.
import { constants, createHash, createPrivateKey, type KeyObject, privateEncrypt, sign } from 'node:crypto';
import type { Signer } from '@sello/contracts';
import { integer, nullValue, octetString, oid, sequence, setOf, tagged } from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import type { SigningMaterial } from '../../src/index.ts';
import { certificateNames } from '../../src/x509/issue.ts';

export interface CmsParts {
  key: KeyObject;
  certificate: Uint8Array;
  /** All included certificates. Default: the signer's. */
  certificates?: Uint8Array[];
  /** The certificate in the signing-certificate attribute. Default: the signer's; null omits the attribute. */
  bound?: Uint8Array | null;
  attributes?: Buffer[];
  withoutAttributes?: boolean;
  content?: Uint8Array;
  digestAlgorithm?: string;
  signerDigestAlgorithm?: string;
  signatureAlgorithm?: string;
  /** Omits the parameters of the signature algorithm instead of writing NULL, as ECDSA requires. */
  withoutParameters?: boolean;
  signature?: (signedBytes: Buffer) => Buffer;
  signers?: (signer: Buffer) => Buffer[];
  unsigned?: Buffer[];
}

export const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

export function boundTo(certificate: Uint8Array): Buffer {
  const hash = createHash('sha256').update(certificate).digest();
  return attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(hash)))));
}

export function customCms(digest: Uint8Array, parts: CmsParts): Buffer {
  const { key, certificate, bound = certificate } = parts;
  const attributes = setOf(
    ...(parts.attributes ?? [
      attribute(OID.contentType, oid(OID.data)),
      attribute(OID.messageDigest, octetString(digest)),
      ...(bound ? [boundTo(bound)] : []),
    ]),
  );
  const signature = parts.signature ?? ((bytes: Buffer) => sign('sha256', bytes, key));
  const { issuer, serial } = certificateNames(certificate);
  const signer = sequence(
    integer(1),
    sequence(issuer.bytes, serial.bytes),
    sequence(oid(parts.signerDigestAlgorithm ?? OID.sha256)),
    ...(parts.withoutAttributes ? [] : [Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)])]),
    sequence(
      oid(parts.signatureAlgorithm ?? OID.sha256WithRSA),
      ...(parts.withoutParameters ? [] : [nullValue()]),
    ),
    octetString(signature(attributes)),
    ...(parts.unsigned ? [tagged(1, ...parts.unsigned)] : []),
  );
  return sequence(
    oid(OID.signedData),
    tagged(
      0,
      sequence(
        integer(1),
        setOf(sequence(oid(parts.digestAlgorithm ?? OID.sha256))),
        sequence(oid(OID.data), ...(parts.content ? [tagged(0, octetString(parts.content))] : [])),
        tagged(0, ...(parts.certificates ?? [certificate])),
        setOf(...(parts.signers?.(signer) ?? [signer])),
      ),
    ),
  );
}

export function keyAndCertificate({
  privateKeyPkcs8,
  chain,
}: SigningMaterial): Pick<CmsParts, 'key' | 'certificate'> {
  const key = createPrivateKey({ key: Buffer.from(privateKeyPkcs8), format: 'der', type: 'pkcs8' });
  return { key, certificate: chain[0] ?? new Uint8Array() };
}

/** A signer that returns what `make` returns. */
export function customSigner(make: (digest: Uint8Array) => Uint8Array, signatureSize = 6_000): Signer {
  return { id: 'forger', algorithm: 'rsa-2048', signatureSize, sign: async (digest) => make(digest) };
}

/**
 * An RSA signature with bytes after the digest, which a lax verifier skips (Bleichenbacher's forgery). It is made with the
 * key, because only the padded block matters here.
 */
export function looseSignature(key: KeyObject, bytes: Uint8Array): Buffer {
  const digest = createHash('sha256').update(bytes).digest();
  const digestInfo = sequence(sequence(oid(OID.sha256), nullValue()), octetString(digest));
  const size = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const head = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(8, 0xff), Buffer.from([0]), digestInfo]);
  const block = Buffer.concat([head, Buffer.alloc(size - head.length, 0x5a)]);
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
}
