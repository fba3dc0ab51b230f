import { expect, it } from 'vitest';
import { primitivesIn, wrongLibraries } from './cryptography.ts';

const known = ['cookie-signature', 'jose', 'node-forge'];

it.each([
  ['let a = 0x67452301, b = 0xefcdab89;', ['MD5 or SHA-1']],
  ['const k = [1116352408, 1899447441];', ['SHA-2']],
  [
    'const round = [0x0000000000000001n, 0x0000000000008082n, 0x800000000000808an, 0x8000000000008082n];',
    ['SHA-3'],
  ],
  ['const box = [0x63, 0x7C, 0x77, 0x7b];', ['AES']],
  ["const sigma = 'expand 32-byte k';", ['ChaCha20 or Salsa20']],
  ['const p = [0x243F6A88];', ['Blowfish or bcrypt']],
  ['const ip = [58, 50, 42, 34, 26, 18, 10, 2];', ['DES']],
  ['export function rc4(key: Uint8Array) {}', ['RC4']],
  ['const arcfour = (key) => key;', ['RC4']],
  ["createHash('sha256').update(text).digest(); const sha256 = (text) => text;", []],
  ["if (method === 'rc4') return rc4(own, data);", []],
])('“%s” implements %j', (code, expected) => {
  expect(primitivesIn(code)).toEqual(expected);
});

it('refuses a library for cryptography that is not known, and a known one that is gone', () => {
  expect(wrongLibraries([...known, 'express', 'rehash-words', '@smithy/signature-v4'])).toEqual([]);
  for (const name of [
    'crypto-js',
    'tweetnacl',
    '@noble/hashes',
    'bcryptjs',
    'sha.js',
    'jsonwebtoken',
    'asn1js',
    'openpgp',
  ])
    expect(wrongLibraries([...known, name])).toMatchObject([expect.stringMatching(`^${name} offers`)]);
  expect(wrongLibraries(known.slice(1))).toEqual(['cookie-signature is not in production any more']);
});
