// Rewritings of the parts of a file that its signature does not cover, which need no key. What was signed is unchanged.
import { childrenOf, type DerNode, readDer, readElement } from '../../src/asn1/der-read.ts';
import { integer, nullValue, octetString, oid, sequence, setOf, tagged } from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import { timeStampAttribute } from '../../src/cms/build.ts';

/** The parts of a SignedData of one signer; each may be replaced. */
interface CmsFields {
  digestAlgorithms: Uint8Array;
  certificates: Uint8Array;
  signerDigest: Uint8Array;
  signedAttributes: Uint8Array;
  signatureAlgorithm: Uint8Array;
  signature: Uint8Array;
  unsigned: Uint8Array[];
}

type Rewrite = (parts: CmsFields, token: (stamped: Uint8Array) => Uint8Array) => Partial<CmsFields>;

const withNull = sequence(oid(OID.sha256), nullValue());
const signatureOf = ({ signature }: CmsFields): Uint8Array => readDer(signature).body;

/** For a file with a timestamp, which has space for more. */
export const rewritings: Record<string, Rewrite> = {
  'the digest algorithm with parameters': () => ({ digestAlgorithms: setOf(withNull) }),
  "the signer's digest algorithm with parameters": () => ({ signerDigest: withNull }),
  'the signature algorithm without parameters': () => ({
    signatureAlgorithm: sequence(oid(OID.sha256WithRSA)),
  }),
  'the signature algorithm by its key type': () => ({
    signatureAlgorithm: sequence(oid(OID.rsaEncryption), nullValue()),
  }),
  'the signature algorithm by its key type, without parameters': () => ({
    signatureAlgorithm: sequence(oid(OID.rsaEncryption)),
  }),
  'the timestamp stripped': () => ({ unsigned: [] }),
  'an empty set of unsigned attributes': () => ({ unsigned: [tagged(1)] }),
  'another timestamp added': (parts, token) => ({
    unsigned: [tagged(1, ...unsignedOf(parts), timeStampAttribute(token(signatureOf(parts))))],
  }),
  'the chain without its root': ({ certificates }) => ({
    certificates: tagged(
      0,
      ...childrenOf(readDer(certificates))
        .slice(0, 1)
        .map(({ bytes }) => bytes),
    ),
  }),
  'the chain in another order': ({ certificates }) => ({
    certificates: tagged(
      0,
      ...childrenOf(readDer(certificates))
        .map(({ bytes }) => bytes)
        .reverse(),
    ),
  }),
};

/** Adds a timestamp to a signature that was made without one. */
export const addTimestamp: Rewrite = (parts, token) => ({
  unsigned: [tagged(1, timeStampAttribute(token(signatureOf(parts))))],
});

/** For a file with a timestamp: replacements of the timestamp, which do not need the signer's key. */
export const exchanges: Record<string, Rewrite> = {
  'the timestamp exchanged for another': addTimestamp,
  'the timestamp encoded differently': (parts) => ({
    unsigned: [tagged(1, ...unsignedOf(parts).map(reencoded))],
  }),
};

/** The same token in another encoding: its digest algorithm with parameters. */
function reencoded(attribute: Uint8Array): Buffer {
  const bare = sequence(oid(OID.sha256));
  const [type, values] = childrenOf(readDer(attribute));
  const [, wrapped] = childrenOf(childrenOf(values!)[0]!);
  const [version, algorithms, ...rest] = childrenOf(childrenOf(wrapped!)[0]!).map(({ bytes }) => bytes);
  if (Buffer.compare(algorithms!, setOf(bare)) !== 0)
    throw new Error('The token was not made by the test authority');
  const token = sequence(oid(OID.signedData), tagged(0, sequence(version!, setOf(withNull), ...rest)));
  return sequence(type!.bytes, setOf(token));
}

/** The other of the two values that an ECDSA signature can have (SEC 1, 4.1.3): n - s in place of s. */
export const negateS: Rewrite = (parts) => {
  const [r, s] = childrenOf(readDer(signatureOf(parts)));
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const other = order - BigInt(`0x${Buffer.from(s!.body).toString('hex')}`);
  const hex = other.toString(16).padStart(64, '0');
  return { signature: octetString(sequence(r!.bytes, integer(Buffer.from(hex, 'hex')))) };
};

const unsignedOf = ({ unsigned }: CmsFields): Uint8Array[] =>
  unsigned.flatMap((set) => childrenOf(readDer(set)).map(({ bytes }) => bytes));

/** Rewrites the CMS in Contents; `undefined` when it does not fit or nothing changes. */
export function rewriteContents(
  pdf: Uint8Array,
  rewrite: Rewrite,
  token: (stamped: Uint8Array) => Uint8Array,
): Buffer | undefined {
  const text = Buffer.from(pdf).toString('latin1');
  const start = text.indexOf('<', text.search(/\/Contents\s*</)) + 1;
  const room = text.indexOf('>', start) - start;
  const { bytes } = readElement(Buffer.from(text.slice(start, start + room), 'hex'));
  const parts = partsOf(bytes);
  const changed = Buffer.from(assemble({ ...parts, ...rewrite(parts, token) })).toString('hex');
  if (changed.length > room || changed === Buffer.from(bytes).toString('hex')) return undefined;
  const copy = Buffer.from(pdf);
  copy.write(changed.padEnd(room, '0'), start, 'latin1');
  return copy;
}

function partsOf(cms: Uint8Array): CmsFields {
  const fields = childrenOf(childrenOf(childrenOf(readDer(cms))[1]!)[0]!);
  const signer = childrenOf(childrenOf(fields[4]!)[0]!);
  const bytes = (node: DerNode | undefined) => node!.bytes;
  return {
    digestAlgorithms: bytes(fields[1]),
    certificates: bytes(fields[3]),
    signerDigest: bytes(signer[2]),
    signedAttributes: bytes(signer[3]),
    signatureAlgorithm: bytes(signer[4]),
    signature: bytes(signer[5]),
    unsigned: signer.slice(6).map(bytes),
    ...{ sid: bytes(signer[1]) },
  };
}

function assemble(parts: CmsFields & { sid?: Uint8Array }): Buffer {
  const signer = sequence(
    integer(1),
    parts.sid!,
    parts.signerDigest,
    parts.signedAttributes,
    parts.signatureAlgorithm,
    parts.signature,
    ...parts.unsigned,
  );
  const data = sequence(
    integer(1),
    parts.digestAlgorithms,
    sequence(oid(OID.data)),
    parts.certificates,
    setOf(signer),
  );
  return sequence(oid(OID.signedData), tagged(0, data));
}
