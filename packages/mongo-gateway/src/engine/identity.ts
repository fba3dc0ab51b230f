import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What one data folder remembers of itself. */
export interface Identity {
  /** Marks the processes of this folder's cluster among all others. */
  mark: string;
  /** PostgreSQL's major version, which alone can read this folder. */
  major: number;
}

export async function readIdentity(dataDir: string): Promise<Identity | null> {
  const text = await readFile(join(dataDir, 'engine.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Identity);
}

/** The folder's identity, given to it on first use: whole or not at all, and once even if two come at the same time. */
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
