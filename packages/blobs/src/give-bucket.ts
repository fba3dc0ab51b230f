import { S3Client } from '@aws-sdk/client-s3';
import { times } from '@sello/kit';
import type { S3Settings } from './s3.ts';

export type StoreUser = Pick<S3Settings, 'accessKey' | 'secretKey'>;

/**
 * Gives a bucket of VersityGW to a user, who can reach no other bucket and make none: makes the user, or changes its secret
 * key. `root` reaches the server with the keys of its root. A second call changes nothing.
 *
 * The server's calls of administration (PATCH and XML, AWS Signature Version 4) are asked, not its command: that takes the
 * secret key as an argument only, which other processes can read.
 *
 * @throws Error with the server's answer, which names no secret key
 */
export async function giveBucket(
  bucket: string,
  root: S3Settings & { endpoint: string },
  user: StoreUser,
): Promise<void> {
  const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = root;
  const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const signer = await client.config.signer();
  const ask = async (call: string, query: Record<string, string>, body = ''): Promise<boolean> => {
    const url = new URL(`${call}?${new URLSearchParams(query)}`, endpoint);
    const { protocol, hostname, port, host, pathname: path } = url;
    const { headers } = await signer.sign({
      ...{ method: 'PATCH', protocol, hostname, path, query, body },
      ...(port === '' ? {} : { port: Number(port) }),
      headers: { host },
    });
    const answer = await fetch(url, {
      ...{ method: 'PATCH', headers, body, redirect: 'error' as const },
      signal: AbortSignal.timeout(times.objectIdleMs),
    });
    const text = await answer.text();
    const isThere = call === '/create-user' && answer.status === 409;
    if (answer.ok || isThere) return isThere;
    // The server's own word for it: the rest of an answer may repeat what was sent.
    const [, code = ''] = /<Code>(\w{1,60})</.exec(text) ?? [];
    throw new Error(`${call} of the object store was answered ${answer.status} ${code}`);
  };
  const { accessKey: access } = user;
  const secret = `<Secret>${escaped(user.secretKey)}</Secret>`;
  const account = `<Account><Access>${escaped(access)}</Access>${secret}<Role>user</Role></Account>`;
  const isThere = await ask('/create-user', {}, account);
  if (isThere) await ask('/update-user', { access }, `<MutableProps>${secret}</MutableProps>`);
  await ask('/change-bucket-owner', { bucket, owner: access });
  client.destroy();
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
