import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTimeOf } from './identity.ts';
import { Reaper } from './reaper.ts';

it('the reaper ends services before servers, and does not touch processes that had ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-reaper-'));
  const log = join(folder, 'log');
  const child = async (name: string): Promise<number> => {
    const script = `
      const { appendFileSync } = require('node:fs');
      process.on('SIGTERM', () => setTimeout(() => { appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${name} `)}); process.exit() }, 150));
      setInterval(() => {}, 1000); console.log('up')`;
    const one = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((resolve) => one.stdout.once('data', resolve));
    return one.pid!;
  };
  const [server, service, other] = await Promise.all([child('server'), child('service'), child('other')]);
  const reaper = new Reaper();
  reaper.add('server', server);
  reaper.add('service', service);
  reaper.add('service', other);
  // Removed as ended: the id may belong to another process by now.
  reaper.drop(other);
  await reaper.close();
  expect(await readFile(log, 'utf8')).toBe('service server ');
  expect(await Promise.all([startTimeOf(server), startTimeOf(service)])).toEqual([null, null]);
  expect(await startTimeOf(other)).not.toBeNull();
  process.kill(other, 'SIGKILL');
  await rm(folder, { recursive: true });
});
