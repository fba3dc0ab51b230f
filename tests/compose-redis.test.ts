import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sello/dev-stack';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { findRedis } from '../packages/queue/tests/redis.ts';
import { generous } from './patience.ts';

const password = 'a password of this test';
const folder = mkdtempSync(join(tmpdir(), 'sello-compose-redis-'));
let server: ChildProcess;
let port: number;

/** Runs the command of `redis` in docker-compose.yml, with what its image has around it. */
beforeAll(async () => {
  port = await freePort();
  const program = await findRedis();
  const more = `--port ${port} --bind 127.0.0.1 --dir ${folder}`;
  const write = (name: string, line: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  write('docker-entrypoint.sh', `exec "$@" ${more}`);
  write('valkey-server', `exec ${program} "$@"`);
  const text = readFileSync(join(import.meta.dirname, '../docker-compose.yml'), 'utf8');
  const [file, ...args]: string[] = parse(text, { merge: true }).services.redis.command;
  server = spawn(
    file!,
    args.map((arg) => arg.replaceAll('$$', '$')),
    { env: { PATH: `${folder}:${process.env.PATH}`, REDISCLI_AUTH: password }, stdio: 'ignore' },
  );
  await vi.waitFor(() => ask({ password }, ['PING']), { timeout: generous });
});

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function ask(login: { password?: string }, [command, ...args]: string[]): Promise<unknown> {
  const redis = new Redis({
    ...login,
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  let refused: Error | undefined;
  redis.on('error', (error) => {
    refused = error;
  });
  try {
    await redis.connect();
    return await redis.call(command!, ...args);
  } catch (error) {
    // The client closes the connection of a greeting that is refused, and calls it closed.
    throw refused ?? error;
  } finally {
    redis.disconnect();
  }
}

it('the queue of docker-compose.yml lets nobody in without its password, which no command line shows', async () => {
  await expect(ask({}, ['SET', 'a', 'b'])).rejects.toThrow('NOAUTH');
  await expect(ask({ password: 'another' }, ['PING'])).rejects.toThrow();
  expect(await ask({ password }, ['CONFIG', 'GET', 'maxmemory-policy'])).toContain('noeviction');
  expect(await ask({ password }, ['CONFIG', 'GET', 'appendonly'])).toContain('yes');
  expect(await ask({ password }, ['CONFIG', 'GET', 'maxmemory'])).toContain(String(512 * 1024 * 1024));
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
  expect(lines.filter((line) => line.includes(`--port ${port}`))).not.toEqual([]);
  expect(lines.filter((line) => line.includes(password))).toEqual([]);
});

it('it ends in order when the container is stopped', async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
