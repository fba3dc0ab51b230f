import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackings } from '@sello/dev-stack';
import { decidingRecords } from '@sello/domains';
import { newId, openStore, type Store } from '@sello/store';
import mongoose from 'mongoose';
import type { Row } from '../../scripts/bench.ts';
import { cname, startNameServer, txt } from '../../services/domain-worker/tests/name-server.ts';

const domains = Number(process.env.BENCH_DOMAINS ?? 10_000);
const allRounds = Number(process.env.BENCH_ROUNDS ?? 2);
/** Of Node, for example `--trace-gc`. */
const options = process.env.BENCH_WORKER_OPTIONS?.split(' ') ?? [];
const platform = 'sello.example.org';
/** The token of a domain is its first label, so that the name server needs no list. */
const nameOf = (place: number): string => `d${place}.school.org`;

/**
 * One domain-worker checks 10,000 domains that are due, against two name servers on this machine, and then all of them
 * once more: what it takes of memory does not grow with what it has checked.
 */
export async function benchDue(): Promise<Row[]> {
  const script = ({ name, type }: { name: string; type: string }) => {
    const [first, token] = name.split('.');
    if (type === 'TXT' && first === '_sello-challenge') return { records: [txt(name, token!)] };
    return type === 'CNAME' ? { records: [cname(name, platform)] } : ({ code: 'NXDOMAIN' } as const);
  };
  const servers = [await startNameServer(script), await startNameServer(script)];
  const backings = await startBackings({ only: ['mongo', 'redis'] });
  const store = await openStore({ url: backings.env.MONGO_URL!, appName: 'bench' });
  const connection = await mongoose.createConnection(backings.env.MONGO_URL!).asPromise();
  const rows = connection.getClient().db(connection.name).collection('domains');
  let worker: ChildProcess | undefined;
  try {
    await claimAll(store);
    worker = spawn(
      process.execPath,
      [
        ...options,
        ...['--expose-gc', '--import', join(import.meta.dirname, 'heap.ts')],
        join(import.meta.dirname, '../../services/domain-worker/src/main.ts'),
      ],
      {
        env: {
          ...process.env,
          ...backings.env,
          PUBLIC_URL: `https://${platform}`,
          DOMAIN_ADDRESSES: '203.0.113.7',
          DNS_SERVERS: servers.map(({ address }) => address).join(),
          INTERNAL_PORT: '127.0.0.1:0',
          LOG_LEVEL: 'error',
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    const rounds: Round[] = [];
    for (let round = 1; round <= allRounds; round++) {
      if (round > 1) await rows.updateMany({}, { $set: { nextCheckAt: new Date() } });
      rounds.push(await checkAll(worker, () => rows.countDocuments({ checks: { $gte: round } })));
      if (process.env.BENCH_MEMORY) console.error(`round ${round}`, rounds.at(-1));
    }
    // Not in between: without memory pressure nothing but V8 itself decides when it collects.
    const heapMb = await heapInUseMb(worker);
    const [first, last] = [rounds[0]!, rounds.at(-1)!];
    const beside = (of: (round: Round) => number) => ({ 'after the first round': of(last) / of(first) });
    return [
      {
        ...{ name: `${domains} due domains, checked by one worker`, unit: 'a second' },
        ...{ value: (1_000 * domains) / first.ms, beside: {} },
      },
      {
        ...{ name: `memory of the worker after round ${allRounds}`, unit: 'MB' },
        ...{ value: last.residentMb, beside: beside(({ residentMb }) => residentMb) },
      },
      {
        ...{ name: 'most of it in that round', unit: 'MB' },
        ...{ value: last.mostMb, beside: beside(({ mostMb }) => mostMb) },
      },
      {
        ...{ name: 'what is in use of its heap then, after a garbage collection', unit: 'MB' },
        ...{ value: heapMb, beside: {} },
      },
    ];
  } finally {
    if (worker && worker.exitCode === null) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
    await connection.close();
    await store.close();
    await backings.close();
    for (const server of servers) server.close();
  }
}

interface Round {
  ms: number;
  /** When all were checked, and the most until then, MB. */
  residentMb: number;
  mostMb: number;
}

/** Waits until the worker has checked all domains. */
async function checkAll(worker: ChildProcess, checked: () => Promise<number>): Promise<Round> {
  const started = performance.now();
  let mostMb = 0;
  for (;;) {
    await sleep(500);
    const count = await checked();
    const memoryMb = residentMb(worker.pid!);
    mostMb = Math.max(mostMb, memoryMb);
    if (worker.exitCode !== null) throw new Error('the domain-worker ended');
    if (count < domains) continue;
    return { ms: performance.now() - started, residentMb: memoryMb, mostMb };
  }
}

/** Claims every name for an organization of its own. */
async function claimAll(store: Store): Promise<void> {
  const places = Array.from({ length: domains }, (_, place) => place).values();
  const claim = async (): Promise<void> => {
    for (const place of places) {
      const domain = nameOf(place);
      const token = domain.split('.')[0]!;
      const dnsRecords = decidingRecords({ domain, token }, { host: platform, addresses: ['203.0.113.7'] });
      await store.domains.add(newId(), { domain, token, dnsRecords });
    }
  };
  await Promise.all(Array.from({ length: 16 }, claim));
}

/** What a worker has in use of its heap after a garbage collection, MB. */
async function heapInUseMb(worker: ChildProcess): Promise<number> {
  worker.send('heap');
  const [bytes] = (await once(worker, 'message')) as [number];
  return bytes / 2 ** 20;
}

/** Resident memory of a process, MB. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
