// Wrapping keys, which encrypt data keys: X25519 (RFC 7748), as base64url of SPKI and PKCS#8 (RFC 8410), one line each.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/**
 * Generates a pair of wrapping keys for the configuration: base64url of SPKI and PKCS#8, one line each. The public key
 * seals, only the private key opens.
 */
export function generateWrappingKeys(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: spkiOf(publicKey).toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
  };
}

/** The id of a wrapping key in sealed keys: 16 hex digits of the SHA-256 of the public key. Throws for any other text. */
export const wrappingKeyId = (publicWrappingKey: string): string => idOf(publicKeyOf(publicWrappingKey));

/** The public key of a private wrapping key. Throws for any other text. */
export const publicHalfOf = (privateWrappingKey: string): string =>
  spkiOf(createPublicKey(privateKeyOf(privateWrappingKey))).toString('base64url');

export const isPublicWrappingKey = (text: string): boolean => isKey(() => publicKeyOf(text));
export const isPrivateWrappingKey = (text: string): boolean => isKey(() => privateKeyOf(text));

export const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** The id of a wrapping key, from its public or its private key. */
export function idOf(key: KeyObject): string {
  const spki = spkiOf(key.type === 'private' ? createPublicKey(key) : key);
  return createHash('sha256').update(spki).digest('hex').slice(0, 16);
}

export const publicKeyOf = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });

export const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' });

function isKey(read: () => KeyObject): boolean {
  try {
    return read().asymmetricKeyType === 'x25519';
  } catch {
    return false;
  }
}
