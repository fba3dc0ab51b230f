// Envelope encryption of private keys. Each signing key is encrypted with a data key of its own (AES-256-GCM); the data
// key is wrapped for a public key (X25519, HKDF-SHA256, AES-256-GCM), so that a service that stores keys cannot read them.
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { AppError } from '@sello/kit';
import { idOf, privateKeyOf, publicKeyOf, spkiOf } from './wrapping-keys.ts';

/** Plain JSON; every string is base64url. */
export interface SealedKey {
  version: 1;
  /** Identifies the wrapping key; absent in keys sealed by versions that did not write it. */
  wrappingKeyId?: string;
  /** The ephemeral public key of the wrapping (SPKI). */
  ephemeralKey: string;
  /** The data key, encrypted. */
  wrappedKey: string;
  /** The private key, encrypted with the data key. */
  sealedKey: string;
}

/** The owner of a key: associated data of both encryptions, so that a sealed key cannot be moved to another record. */
export interface KeyOwner {
  tenantId: string;
  keyId: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Encrypts a private key (PKCS#8, DER) so that only the holder of the private wrapping key can open it. */
export function sealPrivateKey(
  pkcs8: Uint8Array,
  { publicWrappingKey, ...owner }: KeyOwner & { publicWrappingKey: string },
): SealedKey {
  const dataKey = randomBytes(32);
  const sealed: SealedKey = {
    version: 1,
    ...wrap(dataKey, publicWrappingKey, owner),
    sealedKey: encrypt(pkcs8, dataKey, label('key', owner)).toString('base64url'),
  };
  dataKey.fill(0);
  return sealed;
}

/**
 * Decrypts a private key (PKCS#8, DER) with the private wrapping key that it was sealed to. Throws AppError
 * `signing_failed`: with `wrappingKeyId` in its details when that key is not among `privateWrappingKeys`, without when
 * the sealed key belongs to another tenant or record, or was changed.
 */
export function openPrivateKey(sealed: SealedKey, options: KeyOwner & PrivateWrappingKeys): Uint8Array {
  const dataKey = unwrap(sealed, options);
  try {
    const bytes = Buffer.from(sealed.sealedKey, 'base64url');
    return new Uint8Array(decrypt(bytes, dataKey, label('key', options)));
  } catch (cause) {
    throw cannotOpen(cause);
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Seals the same key to another wrapping key. Only its data key is wrapped again; the private key stays encrypted. Throws
 * like `openPrivateKey`.
 */
export function rewrapPrivateKey(
  sealed: SealedKey,
  { publicWrappingKey, ...options }: KeyOwner & PrivateWrappingKeys & { publicWrappingKey: string },
): SealedKey {
  const dataKey = unwrap(sealed, options);
  try {
    return { ...sealed, ...wrap(dataKey, publicWrappingKey, options) };
  } finally {
    dataKey.fill(0);
  }
}

export interface PrivateWrappingKeys {
  /** In the format of `generateWrappingKeys`; several during a key rotation. */
  privateWrappingKeys: readonly string[];
}

type Wrapped = Pick<SealedKey, 'ephemeralKey' | 'wrappedKey'> & { wrappingKeyId: string };

function wrap(dataKey: Buffer, publicWrappingKey: string, { tenantId, keyId }: KeyOwner): Wrapped {
  const recipient = publicKeyOf(publicWrappingKey);
  const ephemeral = generateKeyPairSync('x25519');
  const ephemeralSpki = spkiOf(ephemeral.publicKey);
  const wrapping = wrappingKey(ephemeral.privateKey, recipient, ephemeralSpki, spkiOf(recipient));
  const wrappedKey = encrypt(dataKey, wrapping, label('wrap', { tenantId, keyId }));
  wrapping.fill(0);
  return {
    wrappingKeyId: idOf(recipient),
    ephemeralKey: ephemeralSpki.toString('base64url'),
    wrappedKey: wrappedKey.toString('base64url'),
  };
}

function unwrap(
  sealed: SealedKey,
  { privateWrappingKeys, ...owner }: KeyOwner & PrivateWrappingKeys,
): Buffer {
  const { wrappingKeyId } = sealed;
  const known = privateWrappingKeys.map(privateKeyOf);
  // A sealed key without an id is tried with every wrapping key.
  const candidates = known.filter((key) => wrappingKeyId === undefined || idOf(key) === wrappingKeyId);
  if (candidates.length === 0) {
    throw new AppError('signing_failed', {
      details: { why: `the private wrapping key ${wrappingKeyId} is missing`, wrappingKeyId },
    });
  }
  let cause: unknown;
  for (const key of candidates) {
    try {
      return unwrapWith(key, sealed, owner);
    } catch (error) {
      cause = error;
    }
  }
  throw cannotOpen(cause);
}

function unwrapWith(own: KeyObject, { ephemeralKey, wrappedKey }: SealedKey, owner: KeyOwner): Buffer {
  const ephemeralSpki = Buffer.from(ephemeralKey, 'base64url');
  const ephemeral = createPublicKey({ key: ephemeralSpki, format: 'der', type: 'spki' });
  const wrapping = wrappingKey(own, ephemeral, ephemeralSpki, spkiOf(createPublicKey(own)));
  try {
    return decrypt(Buffer.from(wrappedKey, 'base64url'), wrapping, label('wrap', owner));
  } finally {
    wrapping.fill(0);
  }
}

const cannotOpen = (cause: unknown): AppError =>
  new AppError('signing_failed', { details: { why: 'the private key cannot be opened' }, cause });

function wrappingKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  ephemeral: Buffer,
  recipient: Buffer,
): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  // Both public keys are the salt, so that the derived key belongs to this pair only.
  return Buffer.from(
    hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'sello key wrapping 1', 32),
  );
}

/** JSON is unambiguous for any content of the ids. */
const label = (purpose: string, { tenantId, keyId }: KeyOwner): Buffer =>
  Buffer.from(JSON.stringify(['sello', purpose, tenantId, keyId]), 'utf8');

/** Nonce, ciphertext and authentication tag, concatenated. */
function encrypt(plain: Uint8Array, key: Uint8Array, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(sealed: Buffer, key: Uint8Array, associated: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(associated)
    .setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
