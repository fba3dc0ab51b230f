// kill -9 of the gateway, of PostgreSQL, of its children, of both at once, and of the gateway between a commit and its
// reply, under a load of single writes, batches, transactions and concurrent writes of unique keys. Run by node it
// writes a report as JSON: node kill-rounds.ts [--seeds 10] [--targets gateway,both] [--report FILE]
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { generous } from '../../../../tests/patience.ts';
import { processesMarked } from '../../src/engine/processes.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { Running, type Tally } from './load.ts';
import { LOADS } from './loads.ts';
import { SupervisedGateway } from './supervised.ts';

/**
 * What is killed; `commit` is the gateway after it has committed a transaction and before any client gets the reply.
 */
export type Target = 'gateway' | 'postmaster' | 'child' | 'both' | 'commit';
export const TARGETS: readonly Target[] = ['gateway', 'postmaster', 'child', 'both', 'commit'];

export interface Round {
  seed: number;
  target: Target;
  /** Longest time without a successful write of any client, ms. */
  outageMs: number;
  loads: Record<string, Tally>;
}

export interface KillReport extends Tally {
  seeds: number[];
  rounds: Round[];
  /** Duration of each start of the gateway, ms. */
  startsMs: number[];
  /** Starts that failed before the gateway was ready, and were retried. */
  failedStarts: number;
}

/** How long clients wait for a gateway that restarts, ms. */
const RECONNECT_TIMEOUT_MS = 60_000;

/**
 * Writes with `writers` concurrent clients of each kind, kills each target once per seed, waits until writes succeed
 * again without intervention, and compares the acknowledged writes with the stored ones.
 */
export async function killRounds(options: {
  seeds: number[];
  targets?: readonly Target[];
  writers?: number;
  /** Minimum duration of the load before and after the kill, ms. */
  loadMs?: number;
  onRound?: (round: Round) => void;
}): Promise<KillReport> {
  const { seeds, targets = TARGETS, writers = 4, loadMs = 700, onRound } = options;
  const home = await mkdtemp(join(tmpdir(), 'sello-kill-'));
  const dataDir = join(home, 'data');
  const gateway = new SupervisedGateway(dataDir);
  const proxy = new CuttingProxy(() => gateway.port);
  await gateway.start();
  await proxy.start();
  const rounds: Round[] = [];
  try {
    for (const seed of seeds) {
      const random = randomOf(seed);
      for (const target of targets) {
        const url = target === 'commit' ? proxy.url : gateway.url;
        const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 20_000 });
        const context = { client, round: `s${seed}_${target}`, writers };
        const running = new Running(
          LOADS.map((load) => load(context)),
          writers,
        );
        const round: Round = { seed, target, outageMs: 0, loads: {} };
        try {
          await running.start();
          // On a busy machine the slowest kind of write takes longer than the load lasts.
          await running.succeeds(generous);
          await pause(loadMs * (0.5 + random()));
          const starts = gateway.startsMs.length;
          await killOne(target, gateway, proxy, dataDir, random);
          if (target !== 'postmaster' && target !== 'child')
            await gateway.startedAfter(starts, RECONNECT_TIMEOUT_MS);
          await running.succeeds(RECONNECT_TIMEOUT_MS).catch(async (error: Error) => {
            const newcomer = await answersNewcomer(url).catch(String);
            throw new Error(
              `${error.message} after the kill of ${target}; a new client got ${newcomer}; ${gateway.said}`,
            );
          });
          await pause(loadMs);
          await running.stop();
          Object.assign(round, await running.count());
        } finally {
          await running.stop();
          await client.close();
        }
        rounds.push(round);
        onRound?.(round);
      }
    }
  } finally {
    await proxy.stop();
    await gateway.stop();
    await rm(home, { recursive: true, force: true });
  }
  const tallies = rounds.flatMap((round) => Object.values(round.loads));
  const sum = (field: keyof Tally) => tallies.reduce((total, tally) => total + tally[field], 0);
  return {
    seeds,
    acknowledged: sum('acknowledged'),
    unknown: sum('unknown'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    startsMs: gateway.startsMs,
    failedStarts: gateway.failedStarts,
    rounds,
  };
}

/** Whose fault it is that no client writes: that of the server, if it does not answer a new client either. */
async function answersNewcomer(url: string): Promise<string> {
  const timeouts = { serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 5_000, waitQueueTimeoutMS: 5_000 };
  const client = new MongoClient(url, timeouts);
  try {
    const { insertedId } = await client.db('kill').collection('newcomers').insertOne({});
    return `a write acknowledged (${insertedId})`;
  } finally {
    await client.close();
  }
}

async function killOne(
  target: Target,
  gateway: SupervisedGateway,
  proxy: CuttingProxy,
  dataDir: string,
  random: () => number,
): Promise<void> {
  const kill = (pid: number | undefined): void => {
    if (!pid) throw new Error(`no ${target} to kill`);
    process.kill(pid, 'SIGKILL');
  };
  if (target === 'gateway') return kill(gateway.pid);
  if (target === 'commit')
    return await new Promise<void>((resolve) =>
      proxy.cutNextCommit(() => {
        kill(gateway.pid);
        resolve();
      }),
    );
  const { mark } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { mark: string };
  const { postmasters, children } = await processesMarked(mark);
  if (target === 'child') return kill(children[Math.floor(random() * children.length)]);
  kill(postmasters[0]);
  if (target === 'both') kill(gateway.pid);
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '10' },
      targets: { type: 'string', default: TARGETS.join() },
      report: { type: 'string' },
    },
  });
  const wanted = values.targets.split(',');
  const { rounds, ...totals } = await killRounds({
    seeds: Array.from({ length: Number(values.seeds) }, (_, i) => i + 1),
    targets: TARGETS.filter((target) => wanted.includes(target)),
    onRound: (round) => void process.stderr.write(`${JSON.stringify(round)}\n`),
  });
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const report = {
    commit: git.stdout.trim(),
    day: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    kills: rounds.length,
    ...totals,
    rounds,
  };
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (values.report) await writeFile(values.report, text);
  else process.stdout.write(text);
  process.exitCode = report.lost === 0 && report.doubled === 0 ? 0 : 1;
}
