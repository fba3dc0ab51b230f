// The standard security handler (ISO 32000-1, 7.6, and ISO 32000-2 for AES-256) with the empty user password, with which
// every viewer opens a file whose printing or copying alone is restricted.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { PdfFault } from './budget.ts';
import { PdfDict, PdfStream, type PdfValue } from './values.ts';

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256';
type Resolve = (value: PdfValue | undefined) => PdfValue | undefined;

export interface Decryption {
  /** A parsed object with its strings and its stream decrypted. */
  decrypt(value: PdfValue, number: number, generation: number): PdfValue;
}

const locked = (): PdfFault => new PdfFault('encrypted');
const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Throws PdfFault `encrypted` when the file needs a password, or another handler. */
export function openEncryption(encryption: PdfDict, id: PdfValue | undefined, resolve: Resolve): Decryption {
  const get = (key: string) => resolve(encryption.get(key));
  const version = Number(get('V') ?? 0);
  const revision = Number(get('R') ?? 0);
  if (encryption.name('Filter') !== 'Standard' || ![1, 2, 4, 5].includes(version)) {
    throw locked();
  }
  const bytes = (key: string): Buffer => {
    const value = get(key);
    return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
  };
  const methodOf = (key: string): Method => {
    if (version < 4) return 'rc4';
    const name = encryption.name(key) ?? 'Identity';
    const filters = get('CF');
    const filter = filters instanceof PdfDict ? resolve(filters.get(name)) : undefined;
    const method = filter instanceof PdfDict ? filter.name('CFM') : undefined;
    if (name === 'Identity' || method === 'None') return 'none';
    if (method === 'V2') return 'rc4';
    if (method === 'AESV2') return 'aes-128';
    if (method === 'AESV3') return 'aes-256';
    throw locked();
  };
  const methods = { strings: methodOf('StrF'), streams: methodOf('StmF') };
  const key =
    version === 5
      ? fileKey256(bytes('U'), bytes('UE'), revision)
      : fileKey({
          ...{ owner: bytes('O'), user: bytes('U'), permissions: Number(get('P') ?? 0), revision },
          id: Buffer.isBuffer(id) ? id : Buffer.alloc(0),
          length: version === 1 ? 5 : Math.min(16, Math.max(5, Number(get('Length') ?? 40) / 8)),
          isMetadataClear: get('EncryptMetadata') === false && revision >= 4,
        });
  return { decrypt: (value, number, generation) => walk(value, { key, methods, number, generation }) };
}

/** The key of the file (algorithm 2), checked against the entry U (algorithms 4 and 5). */
function fileKey(given: {
  owner: Buffer;
  user: Buffer;
  permissions: number;
  revision: number;
  id: Buffer;
  length: number;
  isMetadataClear: boolean;
}): Buffer {
  const { owner, user, permissions, revision, id, length, isMetadataClear } = given;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  let key = md5(
    padding,
    owner.subarray(0, 32),
    flags,
    id,
    isMetadataClear ? Buffer.alloc(4, 0xff) : Buffer.alloc(0),
  );
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, length));
  key = key.subarray(0, length);
  let expected: Buffer;
  if (revision < 3) expected = rc4(key, padding);
  else {
    expected = rc4(key, md5(padding, id));
    for (let round = 1; round < 20; round += 1)
      expected = rc4(
        key.map((byte) => byte ^ round),
        expected,
      );
  }
  if (!expected.equals(user.subarray(0, expected.length))) throw locked();
  return key;
}

/** The key of a file with AES-256 (ISO 32000-2, algorithm 2.A). */
function fileKey256(user: Buffer, encryptedKey: Buffer, revision: number): Buffer {
  const digest = (salt: Buffer): Buffer =>
    revision >= 6 ? hash256(salt) : createHash('sha256').update(salt).digest();
  if (user.length < 48 || encryptedKey.length < 32) throw locked();
  if (!digest(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw locked();
  const cipher = createDecipheriv('aes-256-cbc', digest(user.subarray(40, 48)), Buffer.alloc(16));
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(encryptedKey.subarray(0, 32)), cipher.final()]);
}

/** The hash of the empty password with a salt (ISO 32000-2, algorithm 2.B). */
function hash256(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const input = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(input);
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][rest] as string)
      .update(encrypted)
      .digest();
    last = encrypted.at(-1) as number;
  }
  return key.subarray(0, 32);
}

interface Place {
  key: Buffer;
  methods: { strings: Method; streams: Method };
  number: number;
  generation: number;
}

function walk(value: PdfValue, place: Place): PdfValue {
  if (Buffer.isBuffer(value)) return decryptBytes(value, place, place.methods.strings);
  if (Array.isArray(value)) return value.map((item) => walk(item, place));
  if (value instanceof PdfDict) {
    for (const [key, item] of value.entries) value.entries.set(key, walk(item, place));
    return value;
  }
  if (!(value instanceof PdfStream)) return value;
  // The cross-reference is never encrypted.
  if (value.dict.name('Type') === 'XRef') return value;
  walk(value.dict, place);
  return new PdfStream(value.dict, decryptBytes(Buffer.from(value.raw), place, place.methods.streams));
}

/** Decrypts with the key of an object (7.6.2, algorithm 1). */
function decryptBytes(data: Buffer, { key, number, generation }: Place, method: Method): Buffer {
  if (method === 'none' || data.length === 0) return data;
  if (method === 'aes-256') return aes('aes-256-cbc', key, data);
  const salt = Buffer.alloc(5);
  salt.writeUIntLE(number & 0xffffff, 0, 3);
  salt.writeUIntLE(generation & 0xffff, 3, 2);
  const suffix = method === 'aes-128' ? Buffer.from('sAlT') : Buffer.alloc(0);
  const own = md5(key, salt, suffix).subarray(0, Math.min(16, key.length + 5));
  return method === 'rc4' ? rc4(own, data) : aes('aes-128-cbc', own, data);
}

function aes(method: 'aes-128-cbc' | 'aes-256-cbc', key: Buffer, data: Buffer): Buffer {
  const blocks = data.subarray(16, 16 + Math.floor((data.length - 16) / 16) * 16);
  if (data.length < 32) return Buffer.alloc(0);
  const cipher = createDecipheriv(method, key, data.subarray(0, 16));
  cipher.setAutoPadding(false);
  const clear = Buffer.concat([cipher.update(blocks), cipher.final()]);
  const padded = clear.at(-1) ?? 0;
  return padded >= 1 && padded <= 16 ? clear.subarray(0, clear.length - padded) : clear;
}

/** RC4, which OpenSSL no longer offers. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + state[at]! + key[at % key.length]!) & 0xff;
    [state[at], state[other]] = [state[other]!, state[at]!];
  }
  const out = Buffer.alloc(data.length);
  for (let index = 0, at = 0, other = 0; index < data.length; index += 1) {
    at = (at + 1) & 0xff;
    other = (other + state[at]!) & 0xff;
    [state[at], state[other]] = [state[other]!, state[at]!];
    out[index] = data[index]! ^ state[(state[at]! + state[other]!) & 0xff]!;
  }
  return out;
}
