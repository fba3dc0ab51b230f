// Prints fresh secrets as lines of `.env`: run it once per installation and keep the output where secrets are kept. With
// `--wrapping` it prints a new pair of wrapping keys alone.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { generateWrappingKeys } from '@sello/proof';

/** Letters and digits alone, since it also stands in addresses and arguments. */
const password = (): string => randomBytes(24).toString('hex');

/** One pair for the keys that sign certificates, another for those that sign e-mails. */
function wrappingKeys(): string[] {
  return ['SIGNING', 'DKIM'].flatMap((kind) => {
    const { publicKey, privateKey } = generateWrappingKeys();
    return [`${kind}_KEYS_PUBLIC=${publicKey}`, `${kind}_KEYS_PRIVATE=${privateKey}`];
  });
}

function allKeys(): string[] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sessionKey = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  const [mongo, redis] = [password(), password()];
  return [
    `SESSION_KEY='${JSON.stringify({ keys: [sessionKey] })}'`,
    `MASTER_KEY=${randomBytes(32).toString('base64')}`,
    ...wrappingKeys(),
    `MONGO_URL=mongodb://sello:${mongo}@mongo:27017/sello?replicaSet=rs0`,
    `MONGO_PASSWORD=${mongo}`,
    `MONGO_ROOT_PASSWORD=${password()}`,
    `MONGO_MEMBERS_KEY=${randomBytes(96).toString('base64')}`,
    `REDIS_URL=redis://:${redis}@redis:6379`,
    `REDIS_PASSWORD=${redis}`,
    `S3_ACCESS_KEY=${randomBytes(10).toString('hex')}`,
    `S3_SECRET_KEY=${password()}`,
    `S3_ROOT_ACCESS_KEY=${randomBytes(10).toString('hex')}`,
    `S3_ROOT_SECRET_KEY=${password()}`,
  ];
}

const lines = process.argv.includes('--wrapping') ? wrappingKeys() : allKeys();
console.log(lines.join('\n'));
