// kill -9 of the gateway, of PostgreSQL and of its children under a load of writes. Run by node it writes a report as
// JSON: node kill-rounds.ts [--rounds 5] [--report FILE]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { processesMarked } from '../../src/engine/processes.ts';
import { SupervisedGateway } from './supervised.ts';

export type Target = 'gateway' | 'postmaster' | 'child';

export interface Round {
  target: Target;
  /** Writes whose success the clients were told of. */
  acknowledged: number;
  /** Writes that failed or whose outcome the clients never learned. */
  unknown: number;
  /** Acknowledged inserts that are not there afterwards. */
  lost: number;
  /** Increments applied more often than they were sent. */
  doubled: number;
  /** Acknowledged increments that are not in the counter. */
  lostIncrements: number;
  /** Longest time in which no client was told of a success, ms. */
  outageMs: number;
}

export interface KillReport {
  rounds: Round[];
  acknowledged: number;
  lost: number;
  doubled: number;
  startsMs: number[];
}

interface Row {
  _id: string;
  n?: number;
}

/**
 * Writes with `writers` clients at once, kills each target in each of `rounds` rounds, waits until writes succeed
 * again by themselves, and compares what was acknowledged with what is there.
 */
export async function killRounds(options: {
  rounds: number;
  targets: Target[];
  writers?: number;
  loadMs?: number;
  onRound?: (round: Round) => void;
}): Promise<KillReport> {
  const home = await mkdtemp(join(tmpdir(), 'sello-kill-'));
  const dataDir = join(home, 'data');
  const gateway = new SupervisedGateway(dataDir);
  await gateway.start();
  const client = await MongoClient.connect(gateway.url, { serverSelectionTimeoutMS: 20_000 });
  const rounds: Round[] = [];
  try {
    for (let n = 0; n < options.rounds; n++) {
      for (const target of options.targets) {
        const load = new Load(client, `r${n}_${target}`, options.writers ?? 8);
        load.start();
        await pause(options.loadMs ?? 700);
        await killOne(target, gateway, dataDir);
        await load.succeedsAgain(60_000);
        await pause(options.loadMs ?? 700);
        const round = { target, ...(await load.stopAndCount()) };
        rounds.push(round);
        options.onRound?.(round);
      }
    }
  } finally {
    await client.close();
    await gateway.stop();
    await rm(home, { recursive: true, force: true });
  }
  const sum = (field: 'acknowledged' | 'lost' | 'doubled' | 'lostIncrements') =>
    rounds.reduce((total, round) => total + round[field], 0);
  return {
    rounds,
    acknowledged: sum('acknowledged'),
    lost: sum('lost') + sum('lostIncrements'),
    doubled: sum('doubled'),
    startsMs: gateway.startsMs,
  };
}

async function killOne(target: Target, gateway: SupervisedGateway, dataDir: string): Promise<void> {
  if (target === 'gateway') {
    process.kill(gateway.pid, 'SIGKILL');
    return;
  }
  const { mark } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { mark: string };
  const { postmasters, children } = await processesMarked(mark);
  const pids = target === 'postmaster' ? postmasters : children;
  const pid = pids[target === 'postmaster' ? 0 : Math.floor(Math.random() * pids.length)];
  if (!pid) throw new Error(`no ${target} to kill`);
  process.kill(pid, 'SIGKILL');
}

/** Clients that insert and increment without pause, and remember what they were told. */
class Load {
  readonly #client: MongoClient;
  readonly #name: string;
  readonly #writers: number;
  readonly #inserted: string[] = [];
  #increments = 0;
  #unknownIncrements = 0;
  #unknown = 0;
  #lastSuccess = Date.now();
  #outageMs = 0;
  #running: Promise<void>[] = [];
  #stop = false;

  constructor(client: MongoClient, name: string, writers: number) {
    this.#client = client;
    this.#name = name;
    this.#writers = writers;
  }

  get #rows() {
    return this.#client.db('kill').collection<Row>(this.#name);
  }

  start(): void {
    this.#running = Array.from({ length: this.#writers }, (_, i) => this.#write(i));
  }

  async #write(writer: number): Promise<void> {
    for (let i = 0; !this.#stop; i++) {
      const increments = i % 3 === 0;
      try {
        if (increments) {
          await this.#rows.updateOne({ _id: `counter${writer}` }, { $inc: { n: 1 } }, { upsert: true });
          this.#increments++;
        } else {
          const _id = `${writer}-${i}`;
          await this.#rows.insertOne({ _id });
          this.#inserted.push(_id);
        }
        this.#outageMs = Math.max(this.#outageMs, Date.now() - this.#lastSuccess);
        this.#lastSuccess = Date.now();
      } catch {
        this.#unknown++;
        if (increments) this.#unknownIncrements++;
        await pause(20);
      }
    }
  }

  /** Waits for a success later than now. */
  async succeedsAgain(patienceMs: number): Promise<void> {
    const since = Date.now() + 50;
    while (this.#lastSuccess < since) {
      if (Date.now() - since > patienceMs) throw new Error('the clients did not reconnect by themselves');
      await pause(20);
    }
  }

  async stopAndCount(): Promise<Omit<Round, 'target'>> {
    this.#stop = true;
    await Promise.all(this.#running);
    const rows = await this.#rows.find().toArray();
    const there = new Set(rows.map((row) => row._id));
    const counted = rows.reduce((sum, row) => sum + (row.n ?? 0), 0);
    return {
      acknowledged: this.#inserted.length + this.#increments,
      unknown: this.#unknown,
      lost: this.#inserted.filter((_id) => !there.has(_id)).length,
      doubled: Math.max(0, counted - this.#increments - this.#unknownIncrements),
      lostIncrements: Math.max(0, this.#increments - counted),
      outageMs: this.#outageMs,
    };
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, report: { type: 'string' } },
  });
  const report = await killRounds({
    rounds: Number(values.rounds),
    targets: ['gateway', 'postmaster', 'child'],
    onRound: (round) => void process.stderr.write(`${JSON.stringify(round)}\n`),
  });
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (values.report) await writeFile(values.report, text);
  else process.stdout.write(text);
  process.exitCode = report.lost === 0 && report.doubled === 0 ? 0 : 1;
}
