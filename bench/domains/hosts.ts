import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@sello/dev-stack';
import { newId } from '@sello/store';
import type { Row } from '../../scripts/bench.ts';
import { killWorker } from '../../services/render-worker/tests/fixture.ts';
import { type Classroom, openClassroom } from '../issuing/classroom.ts';
import { median } from '../measure/median.ts';
import { closeClients, type Load, loadOf } from '../verify/clients.ts';
import { issueCertificates, startBff } from '../verify/services.ts';

const certificates = 200;
const pages = 1_000;
const rounds = 5;
const ownHost = 'certs.bench.example';
const verifiedNames = 2_000;
/** Of the edge's questions. */
const concurrent = 200;

/**
 * The verify page on an organization's own host beside the platform's, of the same certificates; and what the edge asks
 * before each certificate beside a bare indexed read. Both in the BFF as it runs in production.
 */
export async function benchHosts(): Promise<Row[]> {
  const room = await openClassroom(certificates);
  const services: ChildProcess[] = [];
  try {
    const certIds = await issueCertificates(room, certificates);
    await verify(room, room.tenantId, ownHost);
    await verifyNames(room);
    const internal = `127.0.0.1:${await freePort()}`;
    const web = join(import.meta.dirname, '../../web/dist');
    const app = await startBff(room.env, services, {
      ...{ INTERNAL_PORT: internal, WEB_DIST: web, LIMITS_FACTOR: '1000', LOG_LEVEL: 'warn' },
    });
    const bare = await startBare(room, services);
    return [
      ...(await pageRows(app, certIds)),
      ...(await askRows('verified names', (n) => nameOf(n % verifiedNames), 200, { internal, bare })),
      ...(await askRows('names that nobody verified', (n) => `n${n}.stranger.example`, 403, {
        internal,
        bare,
      })),
    ];
  } finally {
    closeClients();
    await Promise.all(services.map((service) => killWorker(service, 'SIGTERM')));
    await room.close();
  }
}

const nameOf = (place: number): string => `d${place}.bench.example`;

async function verify({ store }: Classroom, tenantId: string, domain: string): Promise<void> {
  const { _id } = await store.domains.add(tenantId, { domain, token: newId(), dnsRecords: [] });
  await store.domains.recordCheck(tenantId, _id, {
    ...{ status: 'verified', dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() },
  });
  await store.domains.updateSettings(tenantId, { useInVerification: true });
}

async function verifyNames(room: Classroom): Promise<void> {
  const places = Array.from({ length: verifiedNames }, (_, place) => place).values();
  const work = async (): Promise<void> => {
    for (const place of places) await verify(room, newId(), nameOf(place));
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

async function startBare({ env }: Classroom, services: ChildProcess[]): Promise<string> {
  const bare = fork(join(import.meta.dirname, 'bare-route.ts'), { env: { ...process.env, ...env } });
  services.push(bare);
  const [port] = (await once(bare, 'message')) as [number];
  return `127.0.0.1:${port}`;
}

async function pageRows(app: string, certIds: readonly string[]): Promise<Row[]> {
  const urls = Array.from({ length: pages }, (_, n) => `${app}/verify/${certIds[n % certIds.length]}`);
  const onPlatform = () => loadOf(urls, 16);
  const beside = 'the platform’s';
  const { rate, p99, ratios } = await alternate(onPlatform, () => loadOf(urls, 16, { host: ownHost }));
  return [
    {
      name: 'verify pages on an own host, 16 clients',
      value: rate,
      unit: 'pages/s',
      beside: { [beside]: ratios.rate },
    },
    {
      name: '99 of 100 of them are answered within',
      value: p99,
      unit: 'ms',
      beside: { [beside]: ratios.p99 },
    },
  ];
}

async function askRows(
  what: string,
  name: (place: number) => string,
  status: number,
  { internal, bare }: { internal: string; bare: string },
): Promise<Row[]> {
  let asked = 0;
  // Strangers' names are asked for once each.
  const load = (address: string) => {
    const urls = Array.from(
      { length: 5_000 },
      () => `http://${address}/internal/tls-ask?domain=${name(asked++)}`,
    );
    return loadOf(urls, concurrent, { status });
  };
  const beside = 'a bare indexed read';
  const { rate, p99, ratios } = await alternate(
    () => load(bare),
    () => load(internal),
  );
  return [
    {
      ...{ name: `tls-ask, ${what}, ${concurrent} at a time`, value: rate, unit: 'answers/s' },
      beside: { [beside]: ratios.rate },
    },
    {
      ...{ name: `99 of 100 are answered within, ${what}`, value: p99, unit: 'ms' },
      beside: { [beside]: ratios.p99 },
    },
  ];
}

/** Runs both alternately; the first round is a warm-up and does not count. */
async function alternate(
  baseline: () => Promise<Load>,
  ours: () => Promise<Load>,
): Promise<Load & { ratios: Load }> {
  const found = { rate: [] as number[], p99: [] as number[] };
  const ratios = { rate: [] as number[], p99: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const [before, own, after] = [await baseline(), await ours(), await baseline()];
    if (round === 0) continue;
    for (const fact of ['rate', 'p99'] as const) {
      found[fact].push(own[fact]);
      ratios[fact].push(own[fact] / ((before[fact] + after[fact]) / 2));
    }
  }
  const { rate, p99 } = found;
  return {
    ...{ rate: median(rate), p99: median(p99) },
    ratios: { rate: median(ratios.rate), p99: median(ratios.p99) },
  };
}
