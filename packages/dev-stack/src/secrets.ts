import { generateKeyPair, randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateWrappingKeys } from '@sello/proof';

const makeKeys = promisify(generateKeyPair);

/** A private JSON Web Key (RFC 7517) with its id, use and algorithm. */
export type PrivateJwk = Record<string, unknown> & { kid: string; alg: string };

export interface Secrets {
  /** `SESSION_KEY`: the JWK set whose first key signs the sessions. */
  sessionKeys: { keys: PrivateJwk[] };
  /** `MASTER_KEY`: 32 bytes, base64. */
  masterKey: string;
  /** The issuer's RS256 key. */
  issuerKeys: { keys: PrivateJwk[] };
  oidcClientSecret: string;
  issuerCookieKey: string;
  /**
   * The key pair that wraps private signing keys: the public key for services that store them, the private one for the
   * signer.
   */
  signingKeys: { public: string; private: string };
  /** The key pair that wraps private DKIM keys. */
  dkimKeys: { public: string; private: string };
  /** Secret key of the object store in a container. */
  s3Secret: string;
}

async function jwk(kind: 'ES256' | 'RS256'): Promise<PrivateJwk> {
  const { privateKey } =
    kind === 'ES256'
      ? await makeKeys('ec', { namedCurve: 'P-256' })
      : await makeKeys('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    alg: kind,
    use: 'sig',
  };
}

async function make(): Promise<Secrets> {
  const [session, issuer, signing, dkim] = await Promise.all([
    jwk('ES256'),
    jwk('RS256'),
    generateWrappingKeys(),
    generateWrappingKeys(),
  ]);
  return {
    signingKeys: { public: signing.publicKey, private: signing.privateKey },
    dkimKeys: { public: dkim.publicKey, private: dkim.privateKey },
    sessionKeys: { keys: [session] },
    masterKey: randomBytes(32).toString('base64'),
    issuerKeys: { keys: [issuer] },
    oidcClientSecret: randomBytes(24).toString('base64url'),
    issuerCookieKey: randomBytes(24).toString('base64url'),
    s3Secret: randomBytes(24).toString('base64url'),
  };
}

/** The secrets of the data folder, generated once and readable only by its owner. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  const known = text === null ? {} : (JSON.parse(text) as Partial<Secrets>);
  const secrets = { ...(await make()), ...known };
  const half = `${file}.${process.pid}`;
  await writeFile(half, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(half, file);
  await chmod(file, 0o600);
  return secrets;
}
