// Which certificates a signature binds by their hash (RFC 5035, 5), and the chain of issuers among them.
import { createHash, type X509Certificate } from 'node:crypto';
import { childrenOf, DerError, type DerNode, expectTag } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { isIssuedBy, isIssuedElsewhere, isSelfSigned } from '../x509/issue.ts';
import { DIGESTS, type DigestName } from './algorithms.ts';
import { algorithmOf, sameBytes } from './read.ts';

export type ChainProblem =
  | 'attributes_wrong'
  | 'certificate_swapped'
  | 'certificate_unbound'
  | 'chain_unproven'
  | 'chain_open';

/** A list that accepts these problems among others. */
interface Problems {
  push(problem: ChainProblem): unknown;
}

/**
 * Checks that the signed attributes bind the signer's certificate by its hash. Returns a function that tells whether they
 * bind another certificate.
 */
export function checkBinding(
  attributes: Map<string, DerNode>,
  certificate: X509Certificate,
  acceptOld: boolean,
  problems: Problems,
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
 * Follows the chain from the signer to the highest issuer among the certificates, each checked by its signature. Anyone
 * could exchange a highest certificate that is neither bound by the signature nor self-signed: that is `chain_open` when
 * it names an issuer that is not included, else `chain_unproven`. `chain_unproven` also reports certificates outside the
 * chain.
 */
export function checkChain(
  leaf: X509Certificate,
  all: X509Certificate[],
  isBound: (certificate: X509Certificate) => boolean,
  problems: Problems,
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
