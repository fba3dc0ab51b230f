import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canReach } from './user.ts';

it('a user reaches a folder only when it may enter every folder above', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sello-user-'));
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };
  try {
    await mkdir(join(home, 'inner'), { mode: 0o755 });
    expect(await canReach(stranger, join(home, 'inner'))).toBe(false);
    expect(await canReach({ ...stranger, uid: process.getuid!() }, join(home, 'inner'))).toBe(true);
    await chmod(home, 0o711);
    expect(await canReach(stranger, join(home, 'inner', 'yet', 'to', 'be', 'made'))).toBe(true);
    await chmod(join(home, 'inner'), 0o750);
    expect(await canReach(stranger, join(home, 'inner'))).toBe(false);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
