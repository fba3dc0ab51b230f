// CMS SignedData (RFC 5652) as PAdES baseline B wants it (ETSI EN 319 142-1, 6.3; EN 319 122-1, 5.2.2.3).
import { createHash } from 'node:crypto';
import { integer, nullValue, octetString, oid, sequence, setOf, sorted, tagged } from '../asn1/der-write.ts';
import { OID } from '../asn1/oids.ts';
import { certificateNames } from '../x509/issue.ts';

/** Implicit `[0]` in place of the SET OF identifier: the same attributes inside a SignerInfo. */
const SIGNED_ATTRIBUTES_TAG = 0xa0;

/**
 * Room kept for a timestamp token, bytes: those of public authorities with their chain take 3,000 to 7,000. It is part
 * of the form by which a signature of ours is recognized: another value would need the old one beside it for ever.
 */
export const TIMESTAMP_ROOM = 12_288;

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

/**
 * The DER SET OF signed attributes over which RSA signs. Every certificate of the chain is named by its hash, the
 * signer's first, so that none of them can be exchanged. No signing-time: PAdES keeps it in the dictionary's M.
 */
function signedAttributes(digest: Uint8Array, chain: readonly Uint8Array[]): Buffer {
  return attributesNaming(
    digest,
    chain.map((der) => createHash('sha256').update(der).digest()),
  );
}

/** The same from the SHA-256 of each certificate. */
export function attributesNaming(digest: Uint8Array, hashes: readonly Uint8Array[]): Buffer {
  // ESSCertIDv2 with the default hash algorithm, SHA-256, which DER leaves out (RFC 5035, 3).
  const certificateIds = hashes.map((hash) => sequence(octetString(hash)));
  return setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(...certificateIds))),
  );
}

/** The whole ContentInfo, detached: no content inside, one SignerInfo. */
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

/** The unsigned attribute that carries an RFC 3161 token (RFC 3161, appendix A). */
export const timeStampAttribute = (token: Uint8Array): Buffer => attribute(OID.timeStampToken, token);

function issuerAndSerial(chain: readonly Uint8Array[]): Buffer {
  const { issuer, serial } = certificateNames(chain[0] ?? new Uint8Array());
  return sequence(issuer.bytes, serial.bytes);
}

export interface SignatureTemplate {
  /** The signed attributes with room for the digest. */
  attributes: Buffer;
  attributesDigestAt: number;
  /** The whole CMS with room for digest and signature. */
  cms: Buffer;
  cmsDigestAt: number;
  signatureAt: number;
}

/** Builds everything but the digest and the signature once: per signature two copies and two splices remain. */
export function signatureTemplate(chain: readonly Uint8Array[], signatureLength: number): SignatureTemplate {
  // Hashes of a fixed text stand for the values: found again by their bytes, and overwritten before any use.
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
