import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Row } from '../scripts/bench.ts';
import { killWorker } from '../services/render-worker/tests/fixture.ts';
import { type Classroom, openClassroom } from './issuing/classroom.ts';
import { median } from './measure/median.ts';
import { closeClients, loadOf } from './verify/clients.ts';
import { issueCertificates, startBff } from './verify/services.ts';

const count = 2_000;
const rounds = 5;
const BESIDE = 'a bare Express route with one findOne';

/** Public look-ups through the real BFF, compared with a bare Express route with one findOne on the same database. */
export async function bench(): Promise<Row[]> {
  const room = await openClassroom(count);
  const services: ChildProcess[] = [];
  try {
    const certIds = await issueCertificates(room, count);
    const [lookup, bare] = await Promise.all([startLookup(room, services), startBare(room, services)]);
    const hot = Array.from({ length: count }, () => certIds[0]!);
    const rows: Row[] = [];
    for (const clients of [16, 32, 50]) {
      const urls = { certIds, clients, lookup, bare };
      rows.push(...(await rowsOf(`2,000 different certificates, ${clients} clients`, urls)));
      rows.push(
        ...(await rowsOf(`one certificate, 2,000 times, ${clients} clients`, { ...urls, certIds: hot })),
      );
    }
    return rows;
  } finally {
    closeClients();
    await Promise.all(services.map((service) => killWorker(service, 'SIGTERM')));
    await room.close();
  }
}

type UrlOf = (certId: string) => string;

/** Runs both alternately, so that they have the same conditions; the first round is a warm-up and does not count. */
async function rowsOf(
  what: string,
  {
    certIds,
    clients,
    lookup,
    bare,
  }: { certIds: readonly string[]; clients: number; lookup: UrlOf; bare: UrlOf },
): Promise<Row[]> {
  const rates: number[] = [];
  const waits: number[] = [];
  const ratios = { rate: [] as number[], p99: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const before = await loadOf(certIds.map(bare), clients);
    const ours = await loadOf(certIds.map(lookup), clients);
    const after = await loadOf(certIds.map(bare), clients);
    if (round === 0) continue;
    rates.push(ours.rate);
    waits.push(ours.p99);
    for (const fact of ['rate', 'p99'] as const) {
      ratios[fact].push(ours[fact] / ((before[fact] + after[fact]) / 2));
    }
  }
  return [
    {
      ...{ name: `public look-up of ${what}`, value: median(rates), unit: 'look-ups/s' },
      beside: { [BESIDE]: median(ratios.rate) },
    },
    {
      ...{ name: `99 of 100 are answered within, ${what}`, value: median(waits), unit: 'ms' },
      beside: { [BESIDE]: median(ratios.p99) },
    },
  ];
}

async function startLookup({ env }: Classroom, services: ChildProcess[]): Promise<UrlOf> {
  const app = await startBff(env, services);
  return (certId) => `${app}/api/verify?fn=lookup&hash=${certId}`;
}

async function startBare({ env }: Classroom, services: ChildProcess[]): Promise<UrlOf> {
  const bare = fork(join(import.meta.dirname, 'verify/bare-route.ts'), { env: { ...process.env, ...env } });
  services.push(bare);
  const [port] = (await once(bare, 'message')) as [number];
  return (certId) => `http://127.0.0.1:${port}/certificates/${certId}`;
}
