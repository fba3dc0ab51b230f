// The exact encoding in which Sello signs. Anybody can rewrite the parts of a CMS that are not signed (algorithm
// identifiers, certificates, unsigned attributes). Sello's own signatures have one encoding, so a rewriting is detected.
import { createHash, X509Certificate } from 'node:crypto';
import { childrenOf, DerError, expectTag } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { isTimestampRoom } from '../timestamp/room.ts';
import { attributesNaming, signedData, timeStampAttribute } from './build.ts';
import { type SignedData, type SignerInfo, sameBytes } from './read.ts';

/** `own`: in Sello's encoding. `rewritten`: signed by Sello, but no longer in that encoding. `foreign`: anything else. */
export type Form = 'own' | 'rewritten' | 'foreign';

/**
 * The form of a signature whose dictionary is written as Sello writes it (`isOwnDictionary`). Whether it is `foreign`
 * depends only on what the signature covers: the signed attributes, and `room`, the bytes reserved for Contents. A
 * forger without the key can change neither.
 */
export function formOf(der: Uint8Array, cms: SignedData, room: number): Form {
  const [signer] = cms.signers;
  if (!signer?.attributesDer) return 'foreign';
  const hashes = boundHashes(signer);
  if (!hashes) return 'foreign';
  const found = hashes.map((hash) => cms.certificates.find((one) => sameBytes(sha256(one), hash)));
  const chain = found.filter((one) => one !== undefined);
  // Sello always includes the complete chain, so a missing certificate was removed.
  if (chain.length !== found.length) return 'rewritten';
  const keySize = rsaSizeOf(chain[0]);
  if (keySize === undefined) return 'foreign';
  const plain = signedData(signer.attributesDer, Buffer.alloc(keySize), chain).length;
  if (room !== plain && !isTimestampRoom(room - plain)) return 'foreign';
  const isStamped = room !== plain;
  const token = signer.unsignedAttributes.get(OID.timeStampToken);
  if (isStamped !== (token !== undefined)) return 'rewritten';
  const unsigned = token ? [timeStampAttribute(token.bytes)] : [];
  const written = signedData(signer.attributesDer, signer.signature, chain, unsigned);
  return sameBytes(der, written) ? 'own' : 'rewritten';
}

/** The certificate hashes in the signed attributes, if the attributes are encoded exactly as Sello writes them. */
function boundHashes({ attributes, attributesDer }: SignerInfo): Uint8Array[] | undefined {
  const digest = attributes?.get(OID.messageDigest);
  const value = attributes?.get(OID.signingCertificateV2);
  if (!digest || !value) return undefined;
  try {
    const [list] = childrenOf(expectTag(value, 0x30));
    const hashes = childrenOf(expectTag(list, 0x30)).map((id) => {
      const [hash] = childrenOf(expectTag(id, 0x30));
      return expectTag(hash, 0x04).body;
    });
    return sameBytes(attributesDer, attributesNaming(digest.body, hashes)) ? hashes : undefined;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return undefined;
  }
}

/** Length of a signature made with the key of a certificate, bytes; undefined unless it is an RSA key. */
function rsaSizeOf(der: Uint8Array | undefined): number | undefined {
  try {
    const { publicKey } = new X509Certificate(der ?? new Uint8Array());
    const bits = publicKey.asymmetricKeyDetails?.modulusLength;
    return publicKey.asymmetricKeyType === 'rsa' && bits ? bits / 8 : undefined;
  } catch {
    return undefined;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
