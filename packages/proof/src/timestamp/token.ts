// Parsing and verification of timestamp tokens (RFC 3161, 2.4.2; RFC 5816).
import { createHash, type X509Certificate } from 'node:crypto';
import {
  childrenOf,
  DerError,
  expectTag,
  generalizedTimeOf,
  readDer,
  smallIntegerOf,
} from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import { DIGESTS, type DigestName } from '../cms/algorithms.ts';
import { algorithmOf, readSignedData, sameBytes } from '../cms/read.ts';
import { checkSignedData } from '../cms/verify.ts';
import { subjectLine } from '../x509/issue.ts';
import { isKnownAuthority } from './trust.ts';

export interface TimestampFacts {
  /** The time that the token states. */
  time: Date;
  /** Distinguished name of the authority's certificate, and the SHA-256 of it in lower-case hex. */
  authority: string;
  fingerprint: string;
  /** Whether the authority is in the given list, or issued by one in it. Anybody can make another authority. */
  known: boolean;
}

export interface TimestampCheck {
  problem?: string;
  facts?: TimestampFacts;
  nonce?: Uint8Array;
  /** The authority's certificate first, then its issuers as far as the token includes them. */
  chain?: X509Certificate[];
}

/** Public authorities omit their root, so nothing in the token proves the last certificate they send. */
const TOLERATED = 'chain_open';

/** The problem of a token that belongs to other data; every other one lies in the token itself. */
export const otherImprint = 'stamps something else';

/**
 * Checks that `token` is a valid timestamp of `stamped` (in CAdES the signature value), or of the data with this digest,
 * by any authority. `authorities` are the certificates (DER) of known authorities, which only decide `known`. Does not
 * throw for any content of `token`, but what `stamped` throws.
 */
export function checkTimestamp(
  token: Uint8Array,
  stamped: Uint8Array | ((digest: DigestName) => Uint8Array),
  authorities: readonly Uint8Array[] = [],
): TimestampCheck {
  try {
    const digestOf =
      typeof stamped === 'function'
        ? stamped
        : (digest: DigestName) => createHash(digest).update(stamped).digest();
    return check(token, digestOf, authorities);
  } catch (error) {
    if (error instanceof DerError) return { problem: `unreadable: ${error.message}` };
    throw error;
  }
}

function check(
  token: Uint8Array,
  digestOf: (digest: DigestName) => Uint8Array,
  authorities: readonly Uint8Array[],
): TimestampCheck {
  const cms = readSignedData(token);
  const { content } = cms;
  if (cms.contentType !== OID.tstInfo || !content) return { problem: 'not a timestamp' };
  const signature = checkSignedData(cms, {
    contentType: OID.tstInfo,
    digestOf: (digest) => createHash(digest).update(content).digest(),
    acceptOldBinding: true,
  });
  const broken = signature.problems.find((problem) => problem !== TOLERATED);
  if (broken) return { problem: broken };
  const { certificate } = signature;
  if (!certificate?.keyUsage?.includes(OID.timeStamping))
    return { problem: 'not a timestamping certificate' };

  const fields = childrenOf(expectTag(readDer(content), 0x30));
  if (smallIntegerOf(fields[0]) !== 1) return { problem: 'unknown version' };
  const [algorithm, imprint] = childrenOf(expectTag(fields[2], 0x30));
  const digest = DIGESTS[algorithmOf(algorithm)];
  if (!digest || digest === 'sha1') return { problem: 'algorithm_unsupported' };
  if (!sameBytes(expectTag(imprint, 0x04).body, digestOf(digest))) {
    return { problem: otherImprint };
  }
  const time = generalizedTimeOf(fields[4]);
  if (time < certificate.validFromDate || time > certificate.validToDate) {
    return { problem: 'authority certificate not valid at that time' };
  }
  const nonce = fields.slice(5).find((field) => field.tag === 0x02)?.body;
  return {
    facts: {
      time,
      authority: subjectLine(certificate.subject),
      fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
      known: isKnownAuthority(signature.chain, time, authorities),
    },
    chain: signature.chain,
    ...(nonce && { nonce }),
  };
}
