// CMS SignedData (RFC 5652, 5.1), parsed strictly: one encoding for each meaning, and unknown fields are refused.
import {
  childrenOf,
  DerError,
  type DerNode,
  expectTag,
  oidOf,
  readDer,
  smallIntegerOf,
} from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';

export interface SignerInfo {
  /** Issuer name and serial number as encoded; absent when the signer is identified by its key identifier. */
  issuerAndSerial?: { issuer: Uint8Array; serial: Uint8Array };
  digestAlgorithm: string;
  signatureAlgorithm: string;
  /** Values by attribute type; absent when the SignerInfo signs the content directly. */
  attributes?: Map<string, DerNode>;
  /** The attributes as the SET OF that was signed. */
  attributesDer?: Uint8Array;
  signature: Uint8Array;
  unsignedAttributes: Map<string, DerNode>;
}

export interface SignedData {
  digestAlgorithms: string[];
  contentType: string;
  /** Absent in a detached signature. */
  content?: Uint8Array;
  certificates: Uint8Array[];
  hasRevocationLists: boolean;
  signers: SignerInfo[];
}

/** Throws DerError when the bytes are not a strictly encoded SignedData. */
export function readSignedData(der: Uint8Array): SignedData {
  const [type, wrapped, ...more] = childrenOf(expectTag(readDer(der), 0x30));
  if (oidOf(type) !== OID.signedData || more.length > 0) throw new DerError('not SignedData');
  const [body, ...others] = childrenOf(expectTag(wrapped, 0xa0));
  if (others.length > 0) throw new DerError('not SignedData');
  const fields = childrenOf(expectTag(body, 0x30));
  const version = smallIntegerOf(fields.shift());
  const digestAlgorithms = childrenOf(expectTag(fields.shift(), 0x31)).map(algorithmOf);
  const { contentType, content } = encapsulated(fields.shift());
  const certificates =
    fields[0]?.tag === 0xa0
      ? childrenOf(fields.shift() as DerNode).map((node) => expectTag(node, 0x30).bytes)
      : [];
  const hasRevocationLists = fields[0]?.tag === 0xa1;
  if (hasRevocationLists) fields.shift();
  const signers = childrenOf(expectTag(fields.shift(), 0x31)).map(readSigner);
  if (fields.length > 0) throw new DerError('unknown field');
  // RFC 5652, 5.1: version 3 for content other than data and for signers identified by key identifier.
  const isPlain = contentType === OID.data && signers.every(({ issuerAndSerial }) => issuerAndSerial);
  if (version !== (isPlain ? 1 : 3)) throw new DerError('version and content disagree');
  return {
    digestAlgorithms,
    contentType,
    ...(content && { content }),
    certificates,
    hasRevocationLists,
    signers,
  };
}

function encapsulated(node: DerNode | undefined): { contentType: string; content?: Uint8Array } {
  const [type, wrapped, ...more] = childrenOf(expectTag(node, 0x30));
  if (more.length > 0) throw new DerError('unknown field');
  const contentType = oidOf(type);
  if (!wrapped) return { contentType };
  const [octets, ...others] = childrenOf(expectTag(wrapped, 0xa0));
  if (others.length > 0) throw new DerError('unknown field');
  return { contentType, content: expectTag(octets, 0x04).body };
}

function readSigner(node: DerNode): SignerInfo {
  const fields = childrenOf(expectTag(node, 0x30));
  const version = smallIntegerOf(fields.shift());
  const sid = fields.shift();
  const byName = sid?.tag === 0x30;
  if (version !== (byName ? 1 : 3)) throw new DerError('version and signer identifier disagree');
  if (!byName) expectTag(sid, 0x80);
  const digestAlgorithm = algorithmOf(fields.shift());
  const signed = fields[0]?.tag === 0xa0 ? (fields.shift() as DerNode) : undefined;
  const signatureAlgorithm = algorithmOf(fields.shift());
  const signature = expectTag(fields.shift(), 0x04).body;
  const unsigned = fields[0]?.tag === 0xa1 ? (fields.shift() as DerNode) : undefined;
  if (fields.length > 0) throw new DerError('unknown field');
  return {
    ...(byName && sid && { issuerAndSerial: issuerAndSerialOf(sid) }),
    digestAlgorithm,
    signatureAlgorithm,
    ...(signed && {
      attributes: attributesOf(signed),
      attributesDer: Buffer.concat([Buffer.from([0x31]), signed.bytes.subarray(1)]),
    }),
    signature,
    unsignedAttributes: unsigned ? attributesOf(unsigned) : new Map(),
  };
}

function issuerAndSerialOf(sid: DerNode): { issuer: Uint8Array; serial: Uint8Array } {
  const [issuer, serial, ...more] = childrenOf(sid);
  if (more.length > 0) throw new DerError('unknown field');
  return { issuer: expectTag(issuer, 0x30).bytes, serial: expectTag(serial, 0x02).body };
}

/** Attributes by type. A type that occurs twice or has several values is refused. */
function attributesOf(set: DerNode): Map<string, DerNode> {
  const attributes = new Map<string, DerNode>();
  // SET SIZE (1..MAX): an empty set would be a second encoding of an absent one (RFC 5652, 5.3).
  if (set.body.length === 0) throw new DerError('an empty set of attributes');
  for (const node of childrenOf(set)) {
    const [type, values, ...more] = childrenOf(expectTag(node, 0x30));
    const name = oidOf(type);
    const [value, ...others] = childrenOf(expectTag(values, 0x31));
    if (!value || others.length > 0 || more.length > 0 || attributes.has(name)) {
      throw new DerError('ambiguous attribute');
    }
    attributes.set(name, value);
  }
  return attributes;
}

/** The OID of an algorithm whose parameters are absent or NULL; with other parameters a text that matches no algorithm. */
export function algorithmOf(node: DerNode | undefined): string {
  const [identifier, parameters, ...more] = childrenOf(expectTag(node, 0x30));
  if (more.length > 0 || (parameters && (parameters.tag !== 0x05 || parameters.body.length > 0))) {
    return 'with parameters';
  }
  return oidOf(identifier);
}

export function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}
