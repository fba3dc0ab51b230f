// Verification of one SignerInfo (RFC 5652, 5.6; RFC 5035, 5; ETSI EN 319 122-1, 5.2.2) with node:crypto only.
import { verify, X509Certificate } from 'node:crypto';
import { assertStrict, DerError, type DerNode, oidOf, readDer } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { certificateNames } from '../x509/issue.ts';
import { DIGESTS, type DigestName, SIGNATURES } from './algorithms.ts';
import { type ChainProblem, checkBinding, checkChain } from './chain.ts';
import { type SignedData, type SignerInfo, sameBytes } from './read.ts';

export type CmsProblem =
  | ChainProblem
  | 'several_signers'
  | 'attributes_missing'
  | 'algorithm_unsupported'
  | 'digest_algorithms_differ'
  | 'certificate_missing'
  | 'certificate_unreadable'
  | 'content_changed'
  | 'signature_invalid';

export interface CmsCheck {
  problems: CmsProblem[];
  /** The signer's certificate, if it is included. */
  certificate?: X509Certificate;
  chain: X509Certificate[];
  digest?: DigestName;
  keyType?: 'rsa' | 'ec';
  signer?: SignerInfo;
  hasSigningTime: boolean;
}

/** The smallest accepted RSA modulus, bits. */
const MIN_RSA_BITS = 2_048;
/** More than any real chain has. */
const MAX_CERTIFICATES = 20;

interface Expectation {
  contentType: string;
  /** Digests the content that should have been signed, with the algorithm that the signature names. */
  digestOf: (digest: DigestName) => Buffer;
  /** Accepts a certificate bound by SHA-1 (RFC 2634), as in tokens of older timestamp authorities. Not for documents. */
  acceptOldBinding?: boolean;
}

/** Checks the one signature of a SignedData. It is valid if there are no problems. Throws DerError. */
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

/** The digest algorithm, which SignedData, SignerInfo and signature algorithm must all name. */
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
  // Each certificate costs signature checks against all others.
  if (cms.certificates.length > MAX_CERTIFICATES) {
    problems.push('certificate_unreadable');
    return undefined;
  }
  try {
    return cms.certificates.map((der) => {
      assertStrict(readDer(der));
      const certificate = new X509Certificate(der);
      // The getter throws for keys that OpenSSL does not support, so it is read here, where that is caught.
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
