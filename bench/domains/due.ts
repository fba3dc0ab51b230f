import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackings } from '@sello/dev-stack';
import { decidingRecords } from '@sello/domains';
import { newId, openStore, type Store } from '@sello/store';
import type { Row } from '../../scripts/bench.ts';
import { cname, startNameServer, txt } from '../../services/domain-worker/tests/name-server.ts';

const domains = Number(process.env.BENCH_DOMAINS ?? 10_000);
/** Of Node, for example `--trace-gc`. */
const options = process.env.BENCH_WORKER_OPTIONS?.split(' ') ?? [];
const platform = 'sello.example.org';
/** The token of a domain is its first label, so that the name server needs no list. */
const nameOf = (place: number): string => `d${place}.school.org`;

/**
 * One domain-worker checks 10,000 domains that are due, against two name servers on this machine, and what it takes of
 * memory: at the end as much as after the first fifth.
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
  let worker: ChildProcess | undefined;
  try {
    const tenantIds = await claimAll(store);
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
    const samples: { verified: number; rss: number; at: number }[] = [];
    /** After the first fifth. */
    let early: { rss: number; heap: number } | undefined;
    const started = performance.now();
    for (;;) {
      await sleep(500);
      const verified = (await store.domains.acrossTenants.verifiedTenantIds()).length;
      samples.push({ verified, rss: residentMb(worker.pid!), at: performance.now() - started });
      if (early === undefined && verified >= domains / 5)
        early = { rss: samples.at(-1)!.rss, heap: await heapMb(worker) };
      if (verified >= tenantIds) break;
      if (worker.exitCode !== null) throw new Error('the domain-worker ended');
    }
    const last = samples.at(-1)!;
    const heap = await heapMb(worker);
    const peak = Math.max(...samples.map(({ rss }) => rss));
    return [
      {
        name: `${domains} due domains, checked by one worker`,
        value: (1_000 * domains) / last.at,
        unit: 'a second',
        beside: {},
      },
      {
        name: 'memory of the worker at the end',
        value: last.rss,
        unit: 'MB',
        beside: { 'after the first fifth': last.rss / early!.rss },
      },
      {
        name: 'what is in use of its heap at the end, after a garbage collection',
        value: heap,
        unit: 'MB',
        beside: { 'after the first fifth': heap / early!.heap },
      },
      { name: 'memory of the worker, most', value: peak, unit: 'MB', beside: {} },
    ];
  } finally {
    if (worker && worker.exitCode === null) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
    await store.close();
    await backings.close();
    for (const server of servers) server.close();
  }
}

/** Claims every name for an organization of its own; returns how many. */
async function claimAll(store: Store): Promise<number> {
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
  return domains;
}

/** What is in use of a worker's heap after a garbage collection, MB. */
async function heapMb(worker: ChildProcess): Promise<number> {
  worker.send('heap');
  const [bytes] = (await once(worker, 'message')) as [number];
  return bytes / 2 ** 20;
}

/** Resident memory of a process, MB. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
