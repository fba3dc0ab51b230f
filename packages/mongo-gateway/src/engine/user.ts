import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export interface EngineUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The user that PostgreSQL runs as when the current user is root, which it refuses: the owner of the cluster when there
 * is one, else nobody. Null when the current user is not root. @throws Error when root finds no user to switch to
 */
export async function engineUser(cluster?: string): Promise<EngineUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = cluster ? await stat(cluster).catch(() => null) : null;
  if (owner && owner.uid !== 0) return { name: String(owner.uid), uid: owner.uid, gid: owner.gid };
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === 'nobody') return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL refuses to run as root and this machine has no user "nobody" to run it as.');
}

/**
 * Whether the user may enter every folder above `path` and `path` itself; folders that do not exist yet count as
 * accessible.
 */
export async function canReach(user: EngineUser, path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const info = await stat(folder).catch(() => null);
    if (info) {
      const bit = info.uid === user.uid ? 0o100 : info.gid === user.gid ? 0o010 : 0o001;
      if ((info.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
