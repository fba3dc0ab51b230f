import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backing, type Provider, type ProviderAttempt, Providers } from './providers.ts';
import { silentReporter } from './report.ts';

let folder: string;
let said: string[];
const report = {
  ...silentReporter,
  info: (line: string) => void said.push(line),
  warn: (line: string) => void said.push(line),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-providers-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true }));

const backing = (from: string): Backing => ({ env: { URL: from }, close: async () => {} });
const works = (provider: Provider): ProviderAttempt => ({
  provider,
  timeoutMs: 1_000,
  start: async () => backing(provider),
});
const absent = (provider: Provider): ProviderAttempt => ({
  provider,
  timeoutMs: 1_000,
  start: async () => null,
});
const fails = (provider: Provider, why: string): ProviderAttempt => ({
  provider,
  timeoutMs: 1_000,
  start: () => Promise.reject(new Error(why)),
});

describe('the providers of a backing service', () => {
  it('uses the first that works and stores the choice', async () => {
    const providers = await Providers.open(folder);
    const attempts = [absent('environment'), fails('docker', 'no'), works('machine'), works('mirror')];
    expect(await providers.first('Redis', attempts, 'install it', report)).toMatchObject({
      provider: 'machine',
      env: { URL: 'machine' },
    });
    expect(JSON.parse(await readFile(join(folder, 'providers.json'), 'utf8'))).toEqual({ Redis: 'machine' });
  });

  it('keeps the provider that created its data, although a better one is available', async () => {
    const first = await Providers.open(folder);
    await first.first('Redis', [works('mirror')], 'install it', report);
    const later = await Providers.open(folder);
    const { provider } = await later.first('Redis', [works('docker'), works('mirror')], 'install it', report);
    expect(provider).toBe('mirror');
  });

  it('warns when that provider is no longer available and another is used', async () => {
    const first = await Providers.open(folder);
    await first.first('Redis', [works('docker')], 'install it', report);
    const later = await Providers.open(folder);
    await later.first('Redis', [absent('docker'), works('machine')], 'install it', report);
    expect(said.join('\n')).toContain(
      'Redis is now installed on this machine; before it was in a Docker container',
    );
  });

  it('never replaces a server named by the environment', async () => {
    const providers = await Providers.open(folder);
    const attempts = [fails('environment', 'nothing answers at REDIS_URL'), works('machine')];
    await expect(providers.first('Redis', attempts, 'install it', report)).rejects.toThrow(
      'nothing answers at REDIS_URL',
    );
  });

  it('gives up an attempt that hangs, and stops what it starts later', async () => {
    let closed = false;
    let arrive: (backing: Backing) => void = () => {};
    const hangs: ProviderAttempt = {
      provider: 'docker',
      timeoutMs: 20,
      start: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    };
    const providers = await Providers.open(null);
    expect((await providers.first('Redis', [hangs, works('machine')], 'install it', report)).provider).toBe(
      'machine',
    );
    arrive({
      env: {},
      async close() {
        closed = true;
      },
    });
    await expect.poll(() => closed).toBe(true);
  });

  it('says in one sentence what to install when none works', async () => {
    const providers = await Providers.open(null);
    const attempts = [absent('docker'), absent('machine')];
    await expect(
      providers.first('Redis', attempts, 'install redis-server, or set REDIS_URL', report),
    ).rejects.toThrow(/^Redis could not be brought up; install redis-server, or set REDIS_URL\.$/);
  });
});
