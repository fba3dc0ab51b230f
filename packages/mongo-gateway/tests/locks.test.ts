// Locks that an earlier run left in the data folder, and failing starts that must not be restarted.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { processesMarked, startTimeOf } from '../src/engine/processes.ts';
import { startMongoGateway } from '../src/index.ts';
import { childrenOf, holdersOf } from './proof/processes.ts';
import { SupervisedGateway } from './proof/supervised.ts';
import { errorOf } from './test-server.ts';

const homes: string[] = [];
const bystanders: ChildProcess[] = [];

async function freshDataDir(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'sello-locks-'));
  homes.push(home);
  return join(home, 'data');
}

async function marked(dataDir: string) {
  const { mark } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { mark: string };
  return await processesMarked(mark);
}

async function runningOf(dataDir: string): Promise<number> {
  const { postmasters, children } = await marked(dataDir);
  return postmasters.length + children.length;
}

/** A data folder that was used once and closed gracefully. */
async function usedDataDir(): Promise<string> {
  const dataDir = await freshDataDir();
  await (await startMongoGateway({ dataDir })).close();
  return dataDir;
}

/** Starts a process of the user that PostgreSQL runs as: PostgreSQL ignores the locks of another user's process. */
async function bystander(dataDir: string, command: string, args: string[]): Promise<ChildProcess> {
  const cwd = join(dataDir, 'cluster');
  const { uid, gid } = await stat(cwd);
  const as = process.getuid!() === 0 ? { uid, gid } : {};
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], cwd, ...as });
  bystanders.push(child);
  return child;
}

async function leaveLocks(dataDir: string, pid: number): Promise<void> {
  const cluster = join(dataDir, 'cluster');
  await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n/proc/self/cwd\n1\n5432\n\n\n`);
  await writeFile(join(cluster, '.s.PGSQL.5432.lock'), `${pid}\n/proc/self/cwd\n1\n5432\n/proc/self/cwd\n`);
}

afterEach(async () => {
  for (const child of bystanders.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
});

describe('locks left behind', () => {
  it('that name an unrelated process do not block a start, and that process is not touched', async () => {
    const dataDir = await usedDataDir();
    const { pid } = await bystander(dataDir, 'sleep', ['600']);
    await leaveLocks(dataDir, pid!);
    await (await startMongoGateway({ dataDir })).close();
    expect(await startTimeOf(pid!)).not.toBeNull();
  });

  it('that name a zombie process do not block a start', async () => {
    const dataDir = await usedDataDir();
    // The shell is replaced by a program that never waits for its child.
    const parent = await bystander(dataDir, 'sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 600']);
    const [line] = await once(parent.stdout!, 'data');
    const zombie = Number(String(line));
    await expect.poll(() => startTimeOf(zombie)).toBeNull();
    expect(() => process.kill(zombie, 0)).not.toThrow();
    await leaveLocks(dataDir, zombie);
    await (await startMongoGateway({ dataDir })).close();
  });

  it('that name a PostgreSQL running in this folder block a start', async () => {
    const dataDir = await usedDataDir();
    const cluster = join(dataDir, 'cluster');
    const { pid } = await bystander(dataDir, 'bash', ['-c', 'exec -a postgres sleep 600']);
    await expect.poll(() => readFile(`/proc/${pid}/cmdline`, 'latin1')).toMatch(/^postgres\0/);
    await leaveLocks(dataDir, pid!);
    expect((await errorOf(startMongoGateway({ dataDir }))).message).toBe(
      `The data folder ${cluster} is in use by PostgreSQL, process ${pid}.`,
    );
    expect(await startTimeOf(pid!)).not.toBeNull();
  });

  it('left by a killed gateway and postmaster do not block a start', async () => {
    const dataDir = await freshDataDir();
    const first = new SupervisedGateway(dataDir);
    await first.start();
    const client = await MongoClient.connect(first.url);
    await client.db('x').collection<{ _id: number }>('c').insertOne({ _id: 1 });
    await client.close();
    const { postmasters } = await marked(dataDir);
    const stopped = first.abandon();
    for (const pid of [first.pid, ...postmasters]) process.kill(pid, 'SIGKILL');
    await stopped;
    const second = await startMongoGateway({ dataDir });
    const again = await MongoClient.connect(second.url);
    expect(await again.db('x').collection('c').countDocuments()).toBe(1);
    await again.close();
    await second.close();
  });
});

describe('a start that fails', () => {
  it('reports the reason, is not restarted, and leaves no process and no lock', async () => {
    const dataDir = await usedDataDir();
    const control = join(dataDir, 'cluster/global/pg_control');
    await rename(control, `${control}.away`);
    const lines: string[] = [];
    const error = await errorOf(startMongoGateway({ dataDir, log: (line) => lines.push(line) }));
    expect(error.message).toMatch(/^PostgreSQL did not start: /);
    expect(lines.join('\n')).not.toContain('restarting it');
    expect(await runningOf(dataDir)).toBe(0);
    await rename(`${control}.away`, control);
    await (await startMongoGateway({ dataDir })).close();
  });

  it('after PostgreSQL has started is not restarted either', async () => {
    const dataDir = await usedDataDir();
    const taken = await startMongoGateway({ dataDir: await usedDataDir() });
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const error = await errorOf(startMongoGateway({ dataDir, port: taken.port, log }));
    expect(error.code).toBe('EADDRINUSE');
    expect(lines.join('\n')).not.toContain('restarting it');
    expect(await runningOf(dataDir)).toBe(0);
    await taken.close();
  });
});

describe('the holder of the lock, killed alone', () => {
  it('does not let a second gateway take the folder while the first one serves', async () => {
    const dataDir = await freshDataDir();
    const first = new SupervisedGateway(dataDir);
    await first.start();
    try {
      const before = await marked(dataDir);
      for (let round = 0; round < 2; round++) {
        const holders = await holdersOf(first.pid);
        for (const pid of holders) process.kill(pid, 'SIGKILL');
        expect((await errorOf(startMongoGateway({ dataDir }))).message).toBe(
          `The data folder ${dataDir} is in use by process ${first.pid}.`,
        );
        // The first gateway has taken its lock again.
        await expect
          .poll(async () => (await holdersOf(first.pid)).filter((pid) => !holders.includes(pid)).length)
          .toBeGreaterThan(1);
      }
      expect((await marked(dataDir)).postmasters).toEqual(before.postmasters);
      const client = await MongoClient.connect(first.url);
      await client.db('x').collection<{ _id: number }>('c').insertOne({ _id: 1 });
      await client.close();
      expect(first.startsMs).toHaveLength(1);
    } finally {
      await first.stop();
    }
    expect(await childrenOf(process.pid)).not.toContain(first.pid);
    expect(await runningOf(dataDir)).toBe(0);
  });
});
