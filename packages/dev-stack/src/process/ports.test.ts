import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ports } from './ports.ts';

it('a name keeps its port between starts, and gets another when a program uses it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-ports-'));
  const first = await (await Ports.open(folder)).take('issuer');
  expect(await (await Ports.open(folder)).take('issuer')).toBe(first);

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(first, '127.0.0.1', resolve));
  const ports = await Ports.open(folder);
  expect(ports.before('issuer')).toBe(first);
  expect(await ports.take('issuer')).not.toBe(first);
  await new Promise((resolve) => other.close(resolve));
  await rm(folder, { recursive: true });
});

it('never gives the same port to two concurrent names', async () => {
  const ports = await Ports.open(null);
  const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => ports.take(`p${index}`, 23_456)));
  expect(new Set(taken).size).toBe(20);
});
