import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from './stack.ts';

/**
 * Settings of database, queue and object store for commands such as `check-store`; the file is readable only by its
 * owner.
 */
const stores = [
  'MONGO_URL',
  'REDIS_URL',
  'BLOBS',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
];

/**
 * Writes `DIR/stack.json`, which describes a running stack to other programs, from when everything is ready until it
 * stops. It contains no secrets; `stores.json` beside it has the settings of the stores.
 */
export async function writeStackFile(stack: Stack): Promise<void> {
  const content = {
    app: stack.app,
    inbox: stack.inbox.url,
    issuer: stack.issuer.url,
    dns: stack.dns.url,
    internal: stack.internal,
    internals: stack.internals,
    people: stack.people,
    verify: stack.seed?.verify ?? null,
    providers: stack.providers,
    pid: process.pid,
  };
  const named = Object.fromEntries(
    stores.flatMap((name) => (stack.env[name] ? [[name, stack.env[name]]] : [])),
  );
  await rm(join(stack.dataDir, 'stores.json'), { force: true });
  await writeFile(join(stack.dataDir, 'stores.json'), `${JSON.stringify(named)}\n`, { mode: 0o600 });
  const file = join(stack.dataDir, 'stack.json');
  await writeFile(`${file}.half`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.half`, file);
}

export async function removeStackFile(dataDir: string): Promise<void> {
  for (const name of ['stack.json', 'stores.json']) await rm(join(dataDir, name), { force: true });
}
