// Verification of one SignerInfo (RFC 5652, 5.6; RFC 5035, 5; ETSI EN 319 122-1, 5.2.2), in node:crypto alone.
import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  assertStrict,
  childrenOf,
  DerError,
  type DerNode,
  expectTag,
  oidOf,
  readDer,
} from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { certificateNames, isIssuedBy, isIssuedElsewhere, isSelfSigned } from '../x509/issue.ts';
import { DIGESTS, type DigestName, SIGNATURES } from './algorithms.ts';
import { algorithmOf, type SignedData, type SignerInfo } from './read.ts';

export type CmsProblem =
  | 'several_signers'
  | 'attributes_missing'
  | 'attributes_wrong'
  | 'algorithm_unsupported'
  | 'digest_algorithms_differ'
  | 'certificate_missing'
  | 'certificate_unreadable'
  | 'certificate_swapped'
  | 'certificate_unbound'
  | 'chain_unproven'
  | 'chain_open'
  | 'content_changed'
  | 'signature_invalid';

export interface CmsCheck {
  problems: CmsProblem[];
  /** The signer's certificate, when the signature names one that is inside. */
  certificate?: X509Certificate;
  chain: X509Certificate[];
  digest?: DigestName;
  keyType?: 'rsa' | 'ec';
  signer?: SignerInfo;
  hasSigningTime: boolean;
}

/** Smallest RSA modulus, in bits, that is believed. */
const MIN_RSA_BITS = 2_048;
/** More than any chain has. */
const MAX_CERTIFICATES = 20;

interface Expectation {
  contentType: string;
  /** The digest of what should have been signed, by the algorithm the signature names. */
  digestOf: (digest: DigestName) => Buffer;
  /** Timestamp tokens of older authorities bind their certificate by SHA-1 (RFC 2634); document signatures may not. */
  acceptOldBinding?: boolean;
}

/** Every fact about the one signature inside; an empty list of problems means it holds. Throws DerError. */
export function checkSignedData(cms: SignedData, expected: Expectation): CmsCheck {
  const [signer, ...others] = cms.signers;
  const check: CmsCheck = { problems: [], chain: [], hasSigningTime: false };
  if (!signer || others.length > 0) {
    check.problems.push('several_signers');
    return check;
  }
  check.signer = signer;
  const digest = agreedDigest(cms, signer, check.problems);
  const certificates = readCertificates(cms, check.problems);
  const certificate = certificates && signerCertificate(certificates, signer);
  if (certificates && !certificate) check.problems.push('certificate_missing');
  if (certificate) check.certificate = certificate;
  if (!signer.attributes || !signer.attributesDer) check.problems.push('attributes_missing');
  else if (digest) checkAttributes(signer.attributes, digest, expected, check.problems);
  check.hasSigningTime = signer.attributes?.has(OID.signingTime) ?? false;
  if (!digest || !certificate || !certificates || !signer.attributes || !signer.attributesDer) return check;

  check.digest = digest;
  const bound = checkBinding(
    signer.attributes,
    certificate,
    expected.acceptOldBinding ?? false,
    check.problems,
  );
  check.chain = checkChain(certificate, certificates, bound, check.problems);
  const keyType = SIGNATURES[signer.signatureAlgorithm]?.keyType;
  if (!keyType || certificate.publicKey.asymmetricKeyType !== keyType || isWeak(certificate)) {
    check.problems.push('algorithm_unsupported');
    return check;
  }
  check.keyType = keyType;
  if (!isSignedBy(certificate, digest, signer.attributesDer, signer.signature)) {
    check.problems.push('signature_invalid');
  }
  return check;
}

/** The one digest algorithm that SignedData, SignerInfo and signature algorithm must all name. */
function agreedDigest(cms: SignedData, signer: SignerInfo, problems: CmsProblem[]): DigestName | undefined {
  const digest = DIGESTS[signer.digestAlgorithm];
  const signature = SIGNATURES[signer.signatureAlgorithm];
  if (!digest || digest === 'sha1' || !signature) {
    problems.push('algorithm_unsupported');
    return undefined;
  }
  const named = [...cms.digestAlgorithms.map((name) => DIGESTS[name]), signature.digest ?? digest];
  if (cms.digestAlgorithms.length !== 1 || named.some((name) => name !== digest)) {
    problems.push('digest_algorithms_differ');
    return undefined;
  }
  return digest;
}

function readCertificates(cms: SignedData, problems: CmsProblem[]): X509Certificate[] | undefined {
  // Each one more costs signature checks against all others.
  if (cms.certificates.length > MAX_CERTIFICATES) {
    problems.push('certificate_unreadable');
    return undefined;
  }
  try {
    return cms.certificates.map((der) => {
      assertStrict(readDer(der));
      const certificate = new X509Certificate(der);
      // Read here, where it may fail: the getter throws for keys that OpenSSL does not know.
      if (!certificate.publicKey.asymmetricKeyType) throw new DerError('unknown key');
      certificateNames(der);
      return certificate;
    });
  } catch {
    problems.push('certificate_unreadable');
    return undefined;
  }
}

function signerCertificate(certificates: X509Certificate[], signer: SignerInfo): X509Certificate | undefined {
  const wanted = signer.issuerAndSerial;
  if (!wanted) return undefined;
  return certificates.find((certificate) => {
    const { serial, issuer } = certificateNames(certificate.raw);
    return sameBytes(serial.body, wanted.serial) && sameBytes(issuer.bytes, wanted.issuer);
  });
}

function checkAttributes(
  attributes: Map<string, DerNode>,
  digest: DigestName,
  expected: Expectation,
  problems: CmsProblem[],
): void {
  const type = attributes.get(OID.contentType);
  const claimed = attributes.get(OID.messageDigest);
  if (!type || !claimed) {
    problems.push('attributes_missing');
    return;
  }
  if (type.tag !== 0x06 || claimed.tag !== 0x04 || oidOf(type) !== expected.contentType) {
    problems.push('attributes_wrong');
    return;
  }
  if (!sameBytes(claimed.body, expected.digestOf(digest))) problems.push('content_changed');
}

/** The hashes of certificates that the signed attributes name, the signer's checked; hex of SHA-256 by default. */
function checkBinding(
  attributes: Map<string, DerNode>,
  certificate: X509Certificate,
  acceptOld: boolean,
  problems: CmsProblem[],
): (other: X509Certificate) => boolean {
  const value = attributes.get(OID.signingCertificateV2);
  const old = acceptOld ? attributes.get(OID.signingCertificate) : undefined;
  try {
    const ids = value ? certificateIds(value, 'sha256') : old ? certificateIds(old, 'sha1') : [];
    const [first] = ids;
    if (!first) problems.push('certificate_unbound');
    else if (!first.matches(certificate)) problems.push('certificate_swapped');
    return (other) => ids.some((id) => id.matches(other));
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    problems.push('attributes_wrong');
    return () => false;
  }
}

function certificateIds(value: DerNode, byDefault: DigestName) {
  const [list] = childrenOf(expectTag(value, 0x30));
  return childrenOf(expectTag(list, 0x30)).map((id) => {
    const [first, second] = childrenOf(expectTag(id, 0x30));
    const named = first?.tag === 0x30;
    const digest = named ? DIGESTS[algorithmOf(first)] : byDefault;
    const hash = expectTag(named ? second : first, 0x04).body;
    if (!digest) throw new DerError('unknown digest');
    return {
      matches: (certificate: X509Certificate) =>
        sameBytes(hash, createHash(digest).update(certificate.raw).digest()),
    };
  });
}

/**
 * From the signer up, each issuer inside proved by its signature. A certificate that neither a signed hash, its own
 * key nor an issuer inside proves could have been exchanged by anyone; `chain_open` when it at least names an issuer that
 * is elsewhere.
 */
function checkChain(
  leaf: X509Certificate,
  all: X509Certificate[],
  isBound: (certificate: X509Certificate) => boolean,
  problems: CmsProblem[],
): X509Certificate[] {
  const chain = [leaf];
  const rest = all.filter((certificate) => certificate !== leaf);
  let top = leaf;
  for (;;) {
    const index = rest.findIndex((issuer) => isIssuedBy(top, issuer));
    const [issuer] = index < 0 ? [] : rest.splice(index, 1);
    if (!issuer) break;
    chain.push(issuer);
    top = issuer;
  }
  const isProved = isBound(top) || isSelfSigned(top);
  if (rest.length > 0) problems.push('chain_unproven');
  else if (!isProved) problems.push(isIssuedElsewhere(top) ? 'chain_open' : 'chain_unproven');
  return chain;
}

function isWeak(certificate: X509Certificate): boolean {
  const bits = certificate.publicKey.asymmetricKeyDetails?.modulusLength;
  return bits !== undefined && bits < MIN_RSA_BITS;
}

function isSignedBy(
  certificate: X509Certificate,
  digest: DigestName,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return verify(digest, bytes, certificate.publicKey, signature);
  } catch {
    return false;
  }
}

export function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}
