import { type Backings, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig, type Service } from '@sello/kit';
import { openQueue, type Queue, type Subscription } from '@sello/queue';
import { type DomainRecord, newId, openStore, type Store } from '@sello/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDomainWorker, variables } from '../src/index.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const platform = 'certificates.sello.example';
let backings: Backings;
let store: Store;
let queue: Queue;
let worker: Service;
let events: Subscription;
let told: { tenantId: string; status: string }[] = [];
const waiting = new Set<() => void>();

beforeAll(async () => {
  backings = await startBackings({ only: ['mongo', 'redis', 'dns'] });
  store = await openStore({ url: backings.env.MONGO_URL! });
  queue = openQueue({ redisUrl: backings.env.REDIS_URL!, log });
  events = await queue.subscribe({
    batch: () => undefined,
    domain: (event) => {
      told.push(event);
      for (const wake of waiting) wake();
    },
  });
  const config = readConfig(variables, { ...backings.env, INTERNAL_PORT: '127.0.0.1:0' });
  worker = await createDomainWorker(config, { log });
  await worker.start();
});

afterAll(async () => {
  await worker?.close();
  await events?.close();
  await queue?.close();
  await store?.close();
  await backings?.close();
});

async function claim(name: string): Promise<DomainRecord> {
  const token = `sello-${newId()}`;
  return store.domains.add(newId(), {
    domain: name,
    token,
    dnsRecords: [
      { type: 'TXT', name: `_sello-challenge.${name}`, value: token, state: 'unknown' },
      { type: 'CNAME', name, value: platform, state: 'unknown' },
    ],
  });
}

/** Has the domain checked through the queue and waits until the tenant was told. */
async function check({ tenantId, _id }: DomainRecord): Promise<DomainRecord> {
  told = told.filter((event) => event.tenantId !== tenantId);
  await queue.enqueue('domain', { tenantId, domainId: _id });
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      if (!told.some((event) => event.tenantId === tenantId)) return;
      waiting.delete(wake);
      resolve();
    };
    waiting.add(wake);
    wake();
  });
  const record = (await store.domains.get(tenantId, _id))!;
  expect(told.find((event) => event.tenantId === tenantId)?.status).toBe(record.status);
  return record;
}

const statesOf = (record: DomainRecord): string[] => record.dnsRecords.map(({ state }) => state);

it('verifies a domain once its challenge and its way to the platform stand', async () => {
  const domain = await claim('titulos.escuela.example');
  const before = await check(domain);
  expect(before.status).toBe('pending');
  expect(statesOf(before)).toEqual(['missing', 'missing']);

  await backings.dns.set('titulos.escuela.example', 'CNAME', [platform]);
  expect(statesOf(await check(domain))).toEqual(['missing', 'correct']);
  expect((await check(domain)).status, 'a CNAME alone proves nothing').toBe('pending');

  await backings.dns.set('_sello-challenge.titulos.escuela.example', 'TXT', ['something else']);
  const different = await check(domain);
  expect(different.dnsRecords[0]).toMatchObject({ state: 'different', found: ['something else'] });
  expect(different.status).toBe('pending');

  await backings.dns.set('_sello-challenge.titulos.escuela.example', 'TXT', ['something else', domain.token]);
  const verified = await check(domain);
  expect(statesOf(verified)).toEqual(['correct', 'correct']);
  expect(verified.status).toBe('verified');
  expect((await store.domains.acrossTenants.byHost('titulos.escuela.example'))?.tenantId).toBe(
    domain.tenantId,
  );
});

it('says "could not check" of a name server that fails, and changes nothing for it', async () => {
  const domain = await claim('avisos.escuela.example');
  await backings.dns.set('_sello-challenge.avisos.escuela.example', 'TXT', [domain.token]);
  await backings.dns.set('avisos.escuela.example', 'CNAME', [platform]);
  expect((await check(domain)).status).toBe('verified');
  await backings.dns.set('_sello-challenge.avisos.escuela.example', 'FAILURE', []);
  const unknown = await check(domain);
  expect(statesOf(unknown)).toEqual(['unknown', 'correct']);
  expect(unknown).toMatchObject({ status: 'verified', misses: 0 });
});

it('switches a verified domain off after three misses in a row', async () => {
  const domain = await claim('notas.escuela.example');
  await backings.dns.set('_sello-challenge.notas.escuela.example', 'TXT', [domain.token]);
  await backings.dns.set('notas.escuela.example', 'CNAME', [platform]);
  expect((await check(domain)).status).toBe('verified');
  await backings.dns.set('notas.escuela.example', 'CNAME', ['elsewhere.example']);
  expect((await check(domain)).status).toBe('verified');
  expect((await check(domain)).status).toBe('verified');
  const off = await check(domain);
  expect(off.status).toBe('failed');
  expect(await store.domains.acrossTenants.byHost('notas.escuela.example')).toBeNull();
});

it('gives a name to the first who proves it, and fails the claim of another', async () => {
  const first = await claim('doble.escuela.example');
  const second = await claim('doble.escuela.example');
  await backings.dns.set('doble.escuela.example', 'CNAME', [platform]);
  await backings.dns.set('_sello-challenge.doble.escuela.example', 'TXT', [first.token, second.token]);
  expect((await check(first)).status).toBe('verified');
  expect((await check(second)).status).toBe('failed');
});
