import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'service.ts')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: { msg: string; level: string; environment?: string[] }[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(JSON.parse(line)));
  const read = once(reader, 'close');
  const ended = once(child, 'exit').then(async ([code]) => {
    await read;
    return code as number;
  });
  const errors = text(child.stderr);
  const until = async (msg: string): Promise<void> => {
    while (!lines.some((line) => line.msg === msg)) await once(reader, 'line');
  };
  return { child, ended, errors, lines, until };
}

it('exits with one message that names every problem of its configuration', async () => {
  const { ended, errors } = run({ LEVEL: 'high' });
  expect(await ended).toBe(1);
  const message = await errors;
  expect(message).toContain('LEVEL must be a whole number from 1 to 5');
  expect(message).toContain('NEEDED is required');
  expect(message).not.toContain('at ');
});

it('closes in order on SIGTERM even if one step fails, and exits with 0', async () => {
  const { child, ended, lines, until } = run({ NEEDED: '1' });
  await until('started');
  // What it was configured with is not in its environment any more.
  const { environment } = lines.find(({ msg }) => msg === 'starts')!;
  expect(environment).toContain('PATH');
  expect(environment).not.toContain('NEEDED');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(lines.slice(-5).map((line) => line.msg)).toEqual([
    'closing',
    'first closed',
    'a closing step failed',
    'last closed',
    'closed',
  ]);
});

it('exits at once on a second signal', async () => {
  const { child, ended, until } = run({ NEEDED: '1', CLOSE_MS: '60000' });
  await until('started');
  child.kill('SIGINT');
  await until('first closed');
  child.kill('SIGINT');
  expect(await ended).toBe(1);
});

it('logs an unhandled rejection and exits with 1', async () => {
  const { ended, lines } = run({ NEEDED: '1', FAIL: '1' });
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'unhandled rejection' });
});
