import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentReporter } from '../report.ts';
import { startTimeOf } from './identity.ts';
import { ManagedProcess, type ProcessSpec } from './managed-process.ts';
import { Reaper } from './reaper.ts';

let folder: string;
let reaper: Reaper;
let messages: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-part-'));
  reaper = new Reaper();
  messages = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await reaper.close();
  await rm(folder, { recursive: true });
});

function build(script: string, more: Partial<ProcessSpec> = {}): ManagedProcess {
  const report = {
    ...silentReporter,
    info: (line: string) => void messages.push(line),
    warn: (line: string) => void messages.push(line),
  };
  return new ManagedProcess(
    {
      name: 'worker',
      kind: 'service',
      command: process.execPath,
      args: ['-e', script],
      env: { PATH: process.env.PATH ?? '' },
      cwd: folder,
      logFile: join(folder, 'worker.log'),
      ready: async () => true,
      readyMs: 5_000,
      stopMs: 5_000,
      ...more,
    },
    { reaper, report, onChange() {} },
  );
}

const STAYS = 'setInterval(() => {}, 1000)';

describe('a managed process', () => {
  it('is restarted after it was killed, and its end is reported with its log', async () => {
    const one = build(STAYS);
    await one.start();
    const first = one.pid!;
    one.kill('SIGKILL');
    await expect.poll(() => one.pid !== null && one.pid !== first).toBe(true);
    expect(messages[0]).toBe(
      `worker ended unexpectedly (signal SIGKILL); restarting in 0.25 s. Log: ${join(folder, 'worker.log')}`,
    );
    await one.close();
    expect(one.pid).toBeNull();
  });

  it('is restarted with back-off, which starts again after it ran for a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const one = build(STAYS);
    await one.start();
    const waits: string[] = [];
    for (const ranMs of [0, 0, 10_001]) {
      vi.setSystemTime(Date.now() + ranMs);
      messages.length = 0;
      one.kill('SIGKILL');
      await expect.poll(() => messages.at(-1)).toBe('worker has restarted.');
      waits.push(/restarting in (\S+ s)/.exec(messages[0]!)![1]!);
    }
    expect(waits).toEqual(['0.25 s', '0.5 s', '0.25 s']);
    await one.close();
  });

  it('that cannot start is reported with an excerpt of its log, and is not restarted', async () => {
    const one = build('console.error("PUBLIC_URL is required"); process.exit(1)', {
      ready: async () => false,
    });
    await expect(one.start()).rejects.toThrow(
      /^worker ended while it was starting: PUBLIC_URL is required\. Log: /,
    );
    expect(one.pid).toBeNull();
    expect(messages).toEqual([]);
  });

  it('that ignores SIGTERM is killed', async () => {
    const one = build(`process.on('SIGTERM', () => {}); console.log('up'); ${STAYS}`, { stopMs: 200 });
    let log = '';
    Object.assign(one.spec, {
      watch: (more: string) => {
        log += more;
      },
      ready: async () => log.includes('up'),
    });
    await one.start();
    await one.close();
    expect(one.pid).toBeNull();
    expect(messages.join()).toContain('was killed');
  });

  it('ends when its reaper loses the parent process', async () => {
    const one = build(STAYS);
    await one.start();
    const pid = one.pid!;
    // As after kill -9 of this process: the reaper's pipe closes and no other process ends the child.
    Object.assign(one.spec, { name: 'orphan' });
    const closing = reaper.close();
    await expect.poll(() => startTimeOf(pid)).toBeNull();
    await one.close();
    await closing;
  });
});
