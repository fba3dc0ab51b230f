// Prints fresh secrets as lines of `.env`: run it once per installation and keep the output where secrets are kept.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { generateWrappingKeys } from '@sello/proof';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sessionKey = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
const wrapping = generateWrappingKeys();

console.log(
  [
    `SESSION_KEY='${JSON.stringify({ keys: [sessionKey] })}'`,
    `MASTER_KEY=${randomBytes(32).toString('base64')}`,
    `SIGNING_KEYS_PUBLIC=${wrapping.publicKey}`,
    `SIGNING_KEYS_PRIVATE=${wrapping.privateKey}`,
    `S3_ACCESS_KEY=${randomBytes(10).toString('hex')}`,
    `S3_SECRET_KEY=${randomBytes(24).toString('base64url')}`,
  ].join('\n'),
);
