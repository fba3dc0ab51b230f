// CMS SignedData (RFC 5652) as PAdES baseline B requires it (ETSI EN 319 142-1, 6.3; EN 319 122-1, 5.2.2.3).
import { createHash } from 'node:crypto';
import { integer, nullValue, octetString, oid, sequence, setOf, sorted, tagged } from '../asn1/der-write.ts';
import { OID } from '../asn1/oids.ts';
import { certificateNames } from '../x509/issue.ts';

/** Implicit `[0]`, which replaces the SET OF identifier of the signed attributes inside a SignerInfo. */
const SIGNED_ATTRIBUTES_TAG = 0xa0;

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

/**
 * The signed attributes as the DER SET OF that RSA signs. They contain the hash of every certificate of the chain, the
 * signer's first, so that none can be exchanged. There is no signing-time: in PAdES the time is the dictionary's M.
 */
function signedAttributes(digest: Uint8Array, chain: readonly Uint8Array[]): Buffer {
  return attributesNaming(
    digest,
    chain.map((der) => createHash('sha256').update(der).digest()),
  );
}

/** The same from the SHA-256 of each certificate. */
export function attributesNaming(digest: Uint8Array, hashes: readonly Uint8Array[]): Buffer {
  // ESSCertIDv2 with the default hash algorithm, SHA-256, which DER omits (RFC 5035, 3).
  const certificateIds = hashes.map((hash) => sequence(octetString(hash)));
  return setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(...certificateIds))),
  );
}

/** A detached SignedData in its ContentInfo, with one SignerInfo. */
export function signedData(
  attributes: Uint8Array,
  signature: Uint8Array,
  chain: readonly Uint8Array[],
  unsignedAttributes: readonly Uint8Array[] = [],
): Buffer {
  const signerInfo = sequence(
    integer(1),
    issuerAndSerial(chain),
    sequence(oid(OID.sha256)),
    Buffer.concat([Buffer.from([SIGNED_ATTRIBUTES_TAG]), attributes.subarray(1)]),
    sequence(oid(OID.sha256WithRSA), nullValue()),
    octetString(signature),
    ...(unsignedAttributes.length > 0 ? [tagged(1, ...sorted([...unsignedAttributes]))] : []),
  );
  return sequence(
    oid(OID.signedData),
    tagged(
      0,
      sequence(
        integer(1),
        setOf(sequence(oid(OID.sha256))),
        sequence(oid(OID.data)),
        tagged(0, ...sorted([...chain])),
        setOf(signerInfo),
      ),
    ),
  );
}

/** The unsigned attribute for a timestamp token (RFC 3161, appendix A). */
export const timeStampAttribute = (token: Uint8Array): Buffer => attribute(OID.timeStampToken, token);

function issuerAndSerial(chain: readonly Uint8Array[]): Buffer {
  const { issuer, serial } = certificateNames(chain[0] ?? new Uint8Array());
  return sequence(issuer.bytes, serial.bytes);
}

export interface SignatureTemplate {
  /** The signed attributes, with a placeholder for the digest. */
  attributes: Buffer;
  attributesDigestAt: number;
  /** The complete CMS, with placeholders for digest and signature. */
  cms: Buffer;
  cmsDigestAt: number;
  signatureAt: number;
}

/** Builds everything but the digest and the signature once, so that each signature only copies and fills the template. */
export function signatureTemplate(chain: readonly Uint8Array[], signatureLength: number): SignatureTemplate {
  // The placeholders are hashes of fixed texts, so that their offsets can be found; they are always overwritten.
  const digestMark = createHash('sha256').update('place of the digest').digest();
  const signatureMark = Buffer.alloc(
    signatureLength,
    createHash('sha256').update('place of the signature').digest(),
  );
  const attributes = signedAttributes(digestMark, chain);
  const cms = signedData(attributes, signatureMark, chain);
  return {
    attributes,
    attributesDigestAt: attributes.indexOf(digestMark),
    cms,
    cmsDigestAt: cms.indexOf(digestMark),
    signatureAt: cms.indexOf(signatureMark),
  };
}
