import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claim } from './claim.ts';
import { startTimeOf } from './identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-claim-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the claim on a data folder', () => {
  it('is refused while its holder runs and granted once released', async () => {
    const first = await claim(folder);
    await expect(claim(folder)).rejects.toThrow(`process ${process.pid}`);
    await first.release();
    await (await claim(folder)).release();
  });

  it('of a killed holder is taken over, and the processes it left are ended', async () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const file = {
      // The id is in use again, as another run.
      holder: { name: 'sello', pid: process.pid, run: '1' },
      parts: [
        { name: 'redis', pid: left.pid, run: await startTimeOf(left.pid!) },
        { name: 'bff', pid: stranger.pid, run: '1' },
      ],
    };
    await writeFile(join(folder, 'running.json'), JSON.stringify(file));
    const ended = new Promise((resolve) => left.once('exit', resolve));
    const mine = await claim(folder);
    await ended;
    expect(mine.recovered).toEqual(['redis']);
    expect(await startTimeOf(stranger.pid!)).not.toBeNull();
    stranger.kill('SIGKILL');
    await mine.release();
  });

  it('survives a truncated file', async () => {
    await writeFile(join(folder, 'running.json'), '{"holder":{"na');
    await (await claim(folder)).release();
  });
});
