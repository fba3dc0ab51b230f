import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The identity of one data folder. */
export interface Identity {
  /** Identifies the processes of this folder's cluster among all others. */
  mark: string;
  /** PostgreSQL's major version, the only one that can read this folder. */
  major: number;
}

export async function readIdentity(dataDir: string): Promise<Identity | null> {
  const text = await readFile(join(dataDir, 'engine.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Identity);
}

/** The folder's identity, created atomically on first use, and only once also for concurrent starts. */
export async function identityOf(dataDir: string, major: number): Promise<Identity> {
  const known = await readIdentity(dataDir);
  if (known) return known;
  const identity: Identity = { mark: `sello-${randomBytes(8).toString('hex')}`, major };
  const draft = join(dataDir, `.${identity.mark}`);
  const file = await open(draft, 'wx', 0o600);
  await file.writeFile(JSON.stringify(identity));
  await file.sync();
  await file.close();
  await link(draft, join(dataDir, 'engine.json')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readIdentity(dataDir)) ?? identity;
}
