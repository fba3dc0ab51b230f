import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './imports.ts';

/** Libraries for cryptography in production, besides Node's own, and what they are for. */
const libraries: Readonly<Record<string, string>> = {
  'cookie-signature': 'comes with express; no cookie is signed with it',
  jose: 'tokens',
  'node-forge': 'certificates and CMS',
};

/** Code that implements a primitive, and why. */
const own: Readonly<Record<string, string>> = {
  'packages/render/src/pdf-import/read/decryption.ts':
    'RC4, which OpenSSL 3 no longer has: old PDFs are read with it, and nothing is protected by it',
};

/** Words in the names of packages that offer cryptography. */
const offers =
  /crypt|cipher|(?:^|[/-])(?:md5|sha\d*|aes|rsa|hmac|hash|tls)(?:[.-]|$)|ecdsa|25519|elliptic|argon|pbkdf|openpgp|nacl|sodium|noble|forge|(?:^|\/)jose$|jsonwebtoken|asn1|pki|x509|signpdf|(?:^|-)signature$/i;

/** What code has that is a primitive itself: constants that its standard fixes, or its name where it fixes none. */
const primitives: readonly (readonly [RegExp, string])[] = [
  [/\b(?:0x0*67452301|1732584193)\b/i, 'MD5 or SHA-1'],
  [/\b(?:0x0*428a2f98|1116352408)\b/i, 'SHA-2'],
  [/\b(?:0x0*1082?|0x0*8082)n?\b[^;]*\b0x8000000000008082n?\b/i, 'SHA-3'],
  [/\b0x63,\s*0x7c,\s*0x77,\s*0x7b\b|\b99,\s*124,\s*119,\s*123\b/i, 'AES'],
  [/expand 32-byte k|\b0x61707865\b/i, 'ChaCha20 or Salsa20'],
  [/\b0x0*243f6a88\b/i, 'Blowfish or bcrypt'],
  [/\b58,\s*50,\s*42,\s*34,\s*26,\s*18\b/, 'DES'],
  [/\b0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b\b/i, 'P-256'],
  [/\bfunction\s+(?:arc4|arcfour|rc4)\b|\b(?:arc4|arcfour|rc4)\s*=\s*(?:async\s*)?\(/i, 'RC4'],
];

/** The primitives that a file implements. */
export const primitivesIn = (code: string): string[] =>
  primitives.filter(([sign]) => sign.test(code)).map(([, name]) => name);

/** Libraries for cryptography among the names of packages that are not known, and known ones that are gone. */
export function wrongLibraries(packages: readonly string[]): string[] {
  const names = new Set(packages);
  const unknown = [...names].filter((name) => offers.test(name) && !(name in libraries));
  const gone = Object.keys(libraries).filter((name) => !names.has(name));
  return [
    ...unknown.map(
      (name) => `${name} offers cryptography: use what there is, or say in scripts/checks why not`,
    ),
    ...gone.map((name) => `${name} is not in production any more`),
  ];
}

/** Cryptography that is neither Node's nor that of a known library. */
export function wrongCryptography(
  root: string,
  code: readonly string[],
  packages: readonly string[],
): string[] {
  const product = code.filter((file) => /^(?:packages|services|web)\/.*\bsrc\//.test(file) && !isTest(file));
  const found = product.flatMap((file) =>
    primitivesIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
  );
  const files = new Set(found.map(({ file }) => file));
  return [
    ...found.filter(({ file }) => !(file in own)).map(({ file, name }) => `${file} implements ${name}`),
    ...Object.keys(own)
      .filter((file) => !files.has(file))
      .map((file) => `${file} implements no primitive any more`),
    ...wrongLibraries(packages),
  ];
}
