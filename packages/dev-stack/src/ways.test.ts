import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentReporter } from './report.ts';
import { type Backing, type Try, type Way, Ways } from './ways.ts';

let folder: string;
let said: string[];
const report = {
  ...silentReporter,
  say: (line: string) => void said.push(line),
  warn: (line: string) => void said.push(line),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-ways-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true }));

const backing = (from: string): Backing => ({ env: { URL: from }, close: async () => {} });
const works = (way: Way): Try => ({ way, boundMs: 1_000, start: async () => backing(way) });
const absent = (way: Way): Try => ({ way, boundMs: 1_000, start: async () => null });
const fails = (way: Way, why: string): Try => ({
  way,
  boundMs: 1_000,
  start: () => Promise.reject(new Error(why)),
});

describe('the ways of a backing service', () => {
  it('takes the first that works and remembers it', async () => {
    const ways = await Ways.open(folder);
    const tries = [absent('environment'), fails('docker', 'no'), works('machine'), works('mirror')];
    expect(await ways.first('Redis', tries, 'install it', report)).toMatchObject({
      way: 'machine',
      env: { URL: 'machine' },
    });
    expect(JSON.parse(await readFile(join(folder, 'ways.json'), 'utf8'))).toEqual({ Redis: 'machine' });
  });

  it('stays with the way its data was made by, although a better one has come', async () => {
    const first = await Ways.open(folder);
    await first.first('Redis', [works('mirror')], 'install it', report);
    const later = await Ways.open(folder);
    const { way } = await later.first('Redis', [works('docker'), works('mirror')], 'install it', report);
    expect(way).toBe('mirror');
  });

  it('says so when that way is gone and another is taken', async () => {
    const first = await Ways.open(folder);
    await first.first('Redis', [works('docker')], 'install it', report);
    const later = await Ways.open(folder);
    await later.first('Redis', [absent('docker'), works('machine')], 'install it', report);
    expect(said.join('\n')).toContain(
      'Redis is now installed on this machine; before it was in a Docker container',
    );
  });

  it('never replaces a server that the environment names by another', async () => {
    const ways = await Ways.open(folder);
    const tries = [fails('environment', 'nothing answers at REDIS_URL'), works('machine')];
    await expect(ways.first('Redis', tries, 'install it', report)).rejects.toThrow(
      'nothing answers at REDIS_URL',
    );
  });

  it('gives up a try that does not come to an end, and stops what it brings up late', async () => {
    let closed = false;
    let arrive: (backing: Backing) => void = () => {};
    const hangs: Try = {
      way: 'docker',
      boundMs: 20,
      start: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    };
    const ways = await Ways.open(null);
    expect((await ways.first('Redis', [hangs, works('machine')], 'install it', report)).way).toBe('machine');
    arrive({
      env: {},
      async close() {
        closed = true;
      },
    });
    await expect.poll(() => closed).toBe(true);
  });

  it('says in one sentence what to install when none works', async () => {
    const ways = await Ways.open(null);
    const tries = [absent('docker'), absent('machine')];
    await expect(
      ways.first('Redis', tries, 'install redis-server, or set REDIS_URL', report),
    ).rejects.toThrow(/^Redis could not be brought up; install redis-server, or set REDIS_URL\.$/);
  });
});
