import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { processesMarked, startTimeOf } from '../src/engine/processes.ts';
import { startMongoGateway } from '../src/index.ts';
import { killRounds, TARGETS } from './proof/kill-rounds.ts';
import { holdersOf } from './proof/processes.ts';
import { SupervisedGateway } from './proof/supervised.ts';
import { errorOf } from './test-server.ts';

const homes: string[] = [];

async function freshDataDir(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'sello-kill-test-'));
  homes.push(home);
  return join(home, 'data');
}

async function markOf(dataDir: string): Promise<string> {
  return JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')).mark;
}

async function runningOf(dataDir: string): Promise<number> {
  const { postmasters, children } = await processesMarked(await markOf(dataDir));
  return postmasters.length + children.length;
}

afterEach(async () => {
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
});

describe('after kill -9', () => {
  it('loses no acknowledged write and clients reconnect automatically', async () => {
    const { rounds, lost, doubled } = await killRounds({ seeds: [1], loadMs: 300 });
    expect(rounds.map((round) => round.target)).toEqual(TARGETS);
    for (const round of rounds) {
      for (const [load, tally] of Object.entries(round.loads))
        expect(tally.acknowledged, `${round.target}: ${load}`).toBeGreaterThan(0);
    }
    expect([lost, doubled], JSON.stringify(rounds)).toEqual([0, 0]);
  });

  it('of the gateway leaves no process of the database behind', async () => {
    const dataDir = await freshDataDir();
    const gateway = new SupervisedGateway(dataDir);
    await gateway.start();
    const { pid } = gateway;
    const stopped = gateway.abandon();
    process.kill(pid, 'SIGKILL');
    await stopped;
    await expect.poll(() => runningOf(dataDir)).toBe(0);
  });

  it('of the gateway and its watchdog, the next start takes over from the orphaned database', async () => {
    const dataDir = await freshDataDir();
    const first = new SupervisedGateway(dataDir);
    await first.start();
    const client = await MongoClient.connect(first.url);
    await client.db('x').collection<{ _id: number }>('c').insertOne({ _id: 1 });
    await client.close();
    const holders = await holdersOf(first.pid);
    expect(holders.length).toBeGreaterThan(0);
    const stopped = first.abandon();
    for (const pid of [first.pid, ...holders]) process.kill(pid, 'SIGKILL');
    await stopped;
    expect(await runningOf(dataDir)).toBeGreaterThan(0);

    const lines: string[] = [];
    const second = await startMongoGateway({ dataDir, log: (line) => lines.push(line) });
    expect(lines.join('\n')).toMatch(/stopped \d+ processes that an earlier run left behind/);
    const again = await MongoClient.connect(second.url);
    expect(await again.db('x').collection('c').countDocuments()).toBe(1);
    await again.close();
    await second.close();
    expect(await runningOf(dataDir)).toBe(0);
  });

  it('of the gateway’s parent, the next start ends the orphaned gateway', async () => {
    const dataDir = await freshDataDir();
    const main = join(import.meta.dirname, '../src/main.ts');
    const starter = spawn('sh', ['-c', '"$@" & wait', 'sh', process.execPath, main, '--data', dataDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(starter.stdout, 'data');
    const [orphan] = JSON.parse(String(line)).pids as number[];
    const ended = once(starter, 'exit');
    starter.kill('SIGKILL');
    await ended;
    expect(await startTimeOf(orphan!)).not.toBeNull();
    await (await startMongoGateway({ dataDir })).close();
    expect(await startTimeOf(orphan!)).toBeNull();
  });
});

describe('a data folder', () => {
  it('serves one gateway at a time, is closed to other users, and keeps its data', async () => {
    const dataDir = await freshDataDir();
    const first = await startMongoGateway({ dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await errorOf(startMongoGateway({ dataDir }))).message).toBe(
      `The data folder ${dataDir} is in use by process ${process.pid}.`,
    );
    const client = await MongoClient.connect(first.url);
    await client.db('x').collection<{ _id: number }>('c').insertOne({ _id: 5 });
    await client.close();
    await first.close();
    const second = await startMongoGateway({ dataDir });
    const again = await MongoClient.connect(second.url);
    expect(await again.db('x').collection('c').findOne()).toEqual({ _id: 5 });
    await again.close();
    await second.close();
  });

  it('may have a path longer than a socket address', async () => {
    const dataDir = join(await freshDataDir(), 'deep'.repeat(20), 'deeper'.repeat(20));
    const gateway = await startMongoGateway({ dataDir });
    const client = await MongoClient.connect(gateway.url);
    expect((await client.db('x').command({ ping: 1 })).ok).toBe(1);
    await client.close();
    await gateway.close();
  });
});
