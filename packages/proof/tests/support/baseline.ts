// The rules of PAdES baseline B-B (ETSI EN 319 142-1, 6.3), checked with pkijs and text search. It shares no code with
// the code that makes or verifies signatures.
import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

export interface SignatureParts {
  /** The signature dictionary as written. */
  dictionary: string;
  cms: Uint8Array;
  signedBytes: Uint8Array;
  coversAll: boolean;
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
};

/** Extracts the signature of an uncompressed file with one signature. */
export function signatureParts(pdf: Uint8Array): SignatureParts {
  const text = Buffer.from(pdf).toString('latin1');
  const [, from, before, resume, after] =
    /\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(text)?.map(Number) ?? [];
  if (from === undefined || before === undefined || resume === undefined || after === undefined) {
    throw new Error('No ByteRange');
  }
  const padded = Buffer.from(text.slice(before + 1, resume - 1), 'hex');
  // A SEQUENCE with a length of two octets: all signatures in the tests are between 256 and 65,535 bytes.
  const cms = padded.subarray(0, 4 + padded.readUInt16BE(2));
  const start = text.lastIndexOf(' obj', before);
  return {
    dictionary: text.slice(start + 4, before) + text.slice(resume, text.indexOf('endobj', resume)),
    cms,
    signedBytes: Buffer.concat([pdf.subarray(from, before), pdf.subarray(resume, resume + after)]),
    coversAll:
      from === 0 && resume + after === pdf.length && text[before] === '<' && text[resume - 1] === '>',
  };
}

export interface BaselineExpectation {
  pdf: Uint8Array;
  signerDer: Uint8Array;
  /** B-T: exactly one timestamp token among the unsigned attributes. */
  isTimestamped?: boolean;
}

/** The names of the rules that are violated; empty for a signature that conforms to the baseline. */
export async function brokenBaselineRules({
  pdf,
  signerDer,
  isTimestamped = false,
}: BaselineExpectation): Promise<string[]> {
  const { dictionary, cms, signedBytes, coversAll } = signatureParts(pdf);
  const text = Buffer.from(pdf).toString('latin1');
  const contentInfo = new pkijs.ContentInfo({ schema: schemaOf(cms) });
  const data = new pkijs.SignedData({ schema: contentInfo.content });
  const [signer] = data.signerInfos;
  const attributes = signer?.signedAttrs?.attributes ?? [];
  const types = attributes.map(({ type }) => type).sort();
  const unsigned = signer?.unsignedAttrs?.attributes.map(({ type }) => type) ?? [];
  const digest = createHash('sha256').update(signedBytes).digest('hex');

  const rules: Record<string, boolean> = {
    'ByteRange covers everything but Contents': coversAll,
    'Filter is there': /\/Filter ?\/Adobe\.PPKLite/.test(dictionary),
    'SubFilter is ETSI.CAdES.detached': /\/SubFilter ?\/ETSI\.CAdES\.detached/.test(dictionary),
    'M holds the time of signing': /\/M ?\(D:\d{14}(?:Z|[+-]\d\d'\d\d'?)\)/.test(dictionary),
    'Cert is not there': !/\/Cert[ [(<]/.test(dictionary),
    'DocMDP allows no change': /\/TransformMethod ?\/DocMDP/.test(dictionary) && /\/P 1\b/.test(dictionary),
    'Perms names a certification': /\/Perms\s*<<\s*\/DocMDP \d+ 0 R/.test(text),
    'one revision': text.split('startxref').length === 2 && !/\/Prev \d+\b(?! 0 R)/.test(text),
    'ContentInfo is SignedData': contentInfo.contentType === OID.signedData,
    'SignedData is version 1': data.version === 1,
    'one digest algorithm, SHA-256': data.digestAlgorithms.map((a) => a.algorithmId).join() === OID.sha256,
    'content type is data': data.encapContentInfo.eContentType === OID.data,
    'no enclosed content': data.encapContentInfo.eContent === undefined,
    'no revocation lists': data.crls === undefined,
    'one signer': data.signerInfos.length === 1,
    'SignerInfo is version 1': signer?.version === 1,
    "the signer's digest algorithm is the same": signer?.digestAlgorithm.algorithmId === OID.sha256,
    'the signer certificate is inside': certificates(data).some((der) => same(der, signerDer)),
    'the signer is named by issuer and serial': namesSigner(signer, signerDer),
    'signed attributes: content type, digest, signing certificate, and no time':
      types.join() === [OID.signingCertificateV2, OID.contentType, OID.messageDigest].sort().join(),
    'the content-type attribute is data': hexValue(attributes, OID.contentType) === '2a864886f70d010701',
    'the message-digest attribute is the digest': hexValue(attributes, OID.messageDigest) === digest,
    'signing-certificate-v2 names the signer certificate':
      firstCertificateHash(attributes) === sha256Hex(signerDer),
    'signed attributes are DER': isSorted(signer),
    'unsigned attributes': unsigned.join() === (isTimestamped ? OID.timeStampToken : ''),
    'pkijs verifies the signature': await isVerified(data, signedBytes),
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}

function schemaOf(der: Uint8Array): asn1js.AsnType {
  const { result, offset } = asn1js.fromBER(exact(der));
  if (offset !== der.length) throw new Error('Not one ASN.1 value');
  return result;
}

const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function certificates(data: pkijs.SignedData): Uint8Array[] {
  return (data.certificates ?? []).map((certificate) => new Uint8Array(certificate.toSchema().toBER()));
}

function namesSigner(signer: pkijs.SignerInfo | undefined, der: Uint8Array): boolean {
  const certificate = new pkijs.Certificate({ schema: schemaOf(der) });
  const sid = signer?.sid;
  return (
    sid instanceof pkijs.IssuerAndSerialNumber &&
    sid.serialNumber.isEqual(certificate.serialNumber) &&
    sid.issuer.isEqual(certificate.issuer)
  );
}

/** Contents of the first value of an attribute, hex. */
function hexValue(attributes: pkijs.Attribute[], type: string): string | undefined {
  const [value] = attributes.find((attribute) => attribute.type === type)?.values ?? [];
  return value && Buffer.from((value as asn1js.OctetString).valueBlock.toBER()).toString('hex');
}

/** The hash in the ESSCertIDv2 of the first certificate, when the default algorithm is omitted as DER requires. */
function firstCertificateHash(attributes: pkijs.Attribute[]): string | undefined {
  const [value] = attributes.find(({ type }) => type === OID.signingCertificateV2)?.values ?? [];
  const ids = (value as asn1js.Sequence | undefined)?.valueBlock.value[0] as asn1js.Sequence | undefined;
  const id = ids?.valueBlock.value[0] as asn1js.Sequence | undefined;
  const hash = id?.valueBlock.value[0];
  return hash instanceof asn1js.OctetString
    ? Buffer.from(hash.valueBlock.valueHexView).toString('hex')
    : undefined;
}

function isSorted(signer: pkijs.SignerInfo | undefined): boolean {
  const encoded =
    signer?.signedAttrs?.attributes.map((attribute) => Buffer.from(attribute.toSchema().toBER())) ?? [];
  return encoded.every(
    (bytes, index) => index === 0 || Buffer.compare(encoded[index - 1] ?? bytes, bytes) < 0,
  );
}

async function isVerified(data: pkijs.SignedData, signedBytes: Uint8Array): Promise<boolean> {
  const engine = new pkijs.CryptoEngine({ name: 'node', crypto: globalThis.crypto as never });
  try {
    return await data.verify({ signer: 0, data: exact(signedBytes), checkChain: false }, engine);
  } catch {
    return false;
  }
}
