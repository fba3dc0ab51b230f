// Keys of DKIM signatures: RFC 6376, with the key size of RFC 8301.
import { createPublicKey } from 'node:crypto';
import { type KeyOwner, sealPrivateKey } from '../keys/sealing.ts';
import { generateRsaKey } from '../x509/key-thread.ts';

const MODULUS_BITS = 2048;

export interface SealedDkimKey {
  /** SubjectPublicKeyInfo, DER, in base 64: the tag `p=` of the key's record. */
  publicKey: string;
  /** The private key (PKCS#8), sealed; JSON text. */
  sealedKey: string;
}

/**
 * Makes an rsa-2048 key (in a worker thread, one key at a time) and seals it. Throws AppError `signing_failed` when it
 * cannot be made, `rate_limited` when too many requests wait.
 */
export async function generateDkimKey(
  options: KeyOwner & { publicWrappingKey: string },
): Promise<SealedDkimKey> {
  const privateKey = await generateRsaKey(MODULUS_BITS);
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const sealedKey = JSON.stringify(sealPrivateKey(pkcs8, options));
  pkcs8.fill(0);
  return { publicKey, sealedKey };
}
