// All digest and signature algorithms that this package supports, one row each.
import { OID } from '../asn1/oids.ts';

export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

export const DIGESTS: Record<string, DigestName> = {
  [OID.sha1]: 'sha1',
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};

export interface SignatureAlgorithm {
  keyType: 'rsa' | 'ec';
  /** The digest that the identifier implies; absent when it is the digest algorithm of the SignerInfo. */
  digest?: DigestName;
}

export const SIGNATURES: Record<string, SignatureAlgorithm> = {
  [OID.rsaEncryption]: { keyType: 'rsa' },
  [OID.sha256WithRSA]: { keyType: 'rsa', digest: 'sha256' },
  [OID.sha384WithRSA]: { keyType: 'rsa', digest: 'sha384' },
  [OID.sha512WithRSA]: { keyType: 'rsa', digest: 'sha512' },
  [OID.ecdsaWithSha256]: { keyType: 'ec', digest: 'sha256' },
  [OID.ecdsaWithSha384]: { keyType: 'ec', digest: 'sha384' },
  [OID.ecdsaWithSha512]: { keyType: 'ec', digest: 'sha512' },
};
