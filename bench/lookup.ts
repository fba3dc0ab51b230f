import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sello/dev-stack';
import { generateWrappingKeys } from '@sello/proof';
import type { Row } from '../scripts/bench.ts';
import {
  addSigningCertificate,
  createBatch,
  followBatch,
  killWorker,
  spawnWorker,
} from '../services/render-worker/tests/fixture.ts';
import { type Classroom, issuedRows, openClassroom } from './issuing/classroom.ts';
import { closeClients, loadOf } from './lookup/clients.ts';
import { median } from './measure/median.ts';

const count = 2_000;
const rounds = 5;
const BESIDE = 'a bare Express route with one findOne';

/** Public look-ups through the real BFF, compared with a bare Express route with one findOne on the same database. */
export async function bench(): Promise<Row[]> {
  const room = await openClassroom(count);
  const services: ChildProcess[] = [];
  try {
    const certIds = await issue(room);
    const [lookup, bare] = await Promise.all([startBff(room, services), startBare(room, services)]);
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

/** Issues certificates and waits until the worker has checked their files, as it has a few minutes after issuing. */
async function issue(room: Classroom): Promise<string[]> {
  const worker = spawnWorker(room.env);
  try {
    const signing = await addSigningCertificate(room, 'rsa-2048');
    const { batch } = await followBatch(
      room,
      () => createBatch(room, 'generate', room.rows(count), signing),
      600_000,
    );
    if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
    // The worker checks one file after the other while it is idle.
    while ((await room.store.certificates.acrossTenants.filesDue(1)).length > 0) await sleep(250);
    return (await issuedRows(room, batch)).map(({ certId }) => certId!);
  } finally {
    await killWorker(worker, 'SIGTERM');
  }
}

async function startBff({ env }: Classroom, services: ChildProcess[]): Promise<UrlOf> {
  const port = await freePort();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bff = fork(join(import.meta.dirname, '../services/bff/src/main.ts'), {
    execArgv: [],
    env: {
      ...process.env,
      ...env,
      ...{ PUBLIC_URL: 'https://certificates.example.org', PORT: `127.0.0.1:${port}`, TRUST_PROXY: '1' },
      ...{ LOG_LEVEL: 'info', OIDC_CLIENT_ID: 'bench', OIDC_ISSUER: 'https://issuer.example.org' },
      SIGNING_KEYS_PUBLIC: generateWrappingKeys().publicKey,
      MASTER_KEY: randomBytes(32).toString('base64'),
      SESSION_KEY: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  services.push(bff);
  const app = `http://127.0.0.1:${port}`;
  for (;;) {
    const isUp = await fetch(app).then(
      () => true,
      () => false,
    );
    if (isUp) return (certId) => `${app}/api/verify?fn=lookup&hash=${certId}`;
    if (bff.exitCode !== null) throw new Error(`the BFF exited with ${bff.exitCode}`);
    await sleep(100);
  }
}

async function startBare({ env }: Classroom, services: ChildProcess[]): Promise<UrlOf> {
  const bare = fork(join(import.meta.dirname, 'lookup/bare-route.ts'), { env: { ...process.env, ...env } });
  services.push(bare);
  const [port] = (await once(bare, 'message')) as [number];
  return (certId) => `http://127.0.0.1:${port}/certificates/${certId}`;
}
