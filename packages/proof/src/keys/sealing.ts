// Envelope encryption of private keys. A data key per signing key encrypts it (AES-256-GCM); the data key is wrapped to
// a public key (X25519, HKDF-SHA256, AES-256-GCM), so that who stores keys cannot read them.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { AppError } from '@sello/kit';

/** Plain JSON; every string is base64url. */
export interface SealedKey {
  version: 1;
  /** The one-time public key of the wrapping (SPKI). */
  ephemeralKey: string;
  /** The data key, encrypted. */
  wrappedKey: string;
  /** The private key, encrypted with the data key. */
  sealedKey: string;
}

/** Whose key it is: authenticated with both encryptions, so that a sealed key cannot be moved to another record. */
export interface KeyOwner {
  tenantId: string;
  keyId: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * A new pair of wrapping keys for the configuration: base64url of SPKI and PKCS#8, one line each. The public half seals,
 * only the private half opens.
 */
export function generateWrappingKeys(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: spkiOf(publicKey).toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
  };
}

/** Encrypts a private key (PKCS#8, DER) so that only the holder of the private wrapping key can open it. */
export function sealPrivateKey(
  pkcs8: Uint8Array,
  { publicWrappingKey, ...owner }: KeyOwner & { publicWrappingKey: string },
): SealedKey {
  const recipient = createPublicKey({
    key: Buffer.from(publicWrappingKey, 'base64url'),
    format: 'der',
    type: 'spki',
  });
  const ephemeral = generateKeyPairSync('x25519');
  const ephemeralSpki = spkiOf(ephemeral.publicKey);
  const wrapping = wrappingKey(ephemeral.privateKey, recipient, ephemeralSpki, spkiOf(recipient));
  const dataKey = randomBytes(32);
  const sealed: SealedKey = {
    version: 1,
    ephemeralKey: ephemeralSpki.toString('base64url'),
    wrappedKey: encrypt(dataKey, wrapping, label('wrap', owner)).toString('base64url'),
    sealedKey: encrypt(pkcs8, dataKey, label('key', owner)).toString('base64url'),
  };
  dataKey.fill(0);
  wrapping.fill(0);
  return sealed;
}

/**
 * The private key (PKCS#8, DER). Throws AppError `signing_failed` when it was sealed to another wrapping key, belongs
 * to another tenant or record, or was changed.
 */
export function openPrivateKey(
  sealed: SealedKey,
  { privateWrappingKey, ...owner }: KeyOwner & { privateWrappingKey: string },
): Uint8Array {
  try {
    const own = createPrivateKey({
      key: Buffer.from(privateWrappingKey, 'base64url'),
      format: 'der',
      type: 'pkcs8',
    });
    const ephemeralSpki = Buffer.from(sealed.ephemeralKey, 'base64url');
    const ephemeral = createPublicKey({ key: ephemeralSpki, format: 'der', type: 'spki' });
    const wrapping = wrappingKey(own, ephemeral, ephemeralSpki, spkiOf(createPublicKey(own)));
    const dataKey = decrypt(Buffer.from(sealed.wrappedKey, 'base64url'), wrapping, label('wrap', owner));
    const pkcs8 = decrypt(Buffer.from(sealed.sealedKey, 'base64url'), dataKey, label('key', owner));
    dataKey.fill(0);
    wrapping.fill(0);
    return new Uint8Array(pkcs8);
  } catch (cause) {
    throw new AppError('signing_failed', { details: { why: 'the private key cannot be opened' }, cause });
  }
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

function wrappingKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  ephemeral: Buffer,
  recipient: Buffer,
): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  // Both public keys are bound in, so that the derived key belongs to this pair alone.
  return Buffer.from(
    hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'sello key wrapping 1', 32),
  );
}

/** Unambiguous whatever the ids contain. */
const label = (purpose: string, { tenantId, keyId }: KeyOwner): Buffer =>
  Buffer.from(JSON.stringify(['sello', purpose, tenantId, keyId]), 'utf8');

/** Nonce, ciphertext and tag in one. */
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
