import type { DomainEvent } from '@sello/contracts';
import { type Backings, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig, type Service } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { type DomainRecord, newId, openStore, type Store } from '@sello/store';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDomainWorker, variables } from '../src/index.ts';
import { enqueueDue } from '../src/reconcile.ts';

const log = createLogger({ service: 'test', level: process.env.TEST_LOG ?? 'silent' });
const platform = 'sello.example.test';

let backings: Backings;
let store: Store;
let queue: Queue;
let worker: Service;
const events: DomainEvent[] = [];

beforeAll(async () => {
  backings = await startBackings({ only: ['mongo', 'redis', 'dns'] });
  const config = readConfig(variables, {
    ...backings.env,
    INTERNAL_PORT: '127.0.0.1:0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  });
  store = await openStore({ url: config.MONGO_URL });
  queue = openQueue({ redisUrl: config.REDIS_URL, log });
  await queue.subscribe({
    batch: () => undefined,
    domain: (event) => void events.push(event),
    invite: () => undefined,
    certificate: () => undefined,
    preflight: () => undefined,
    mailPause: () => undefined,
  });
  worker = await createDomainWorker(config, { log });
  await worker.start();
});
afterAll(async () => {
  await worker?.close();
  await queue?.close();
  await store?.close();
  await backings?.close();
});
beforeEach(async () => {
  events.length = 0;
  await backings.dns.clear();
});

/** A claim as the BFF writes it, with the records that its owner must set. */
async function claim(name = `${newId()}.school.test`): Promise<DomainRecord> {
  return store.domains.add(newId(), {
    domain: name,
    token: newId(),
    dnsRecords: [
      { type: 'TXT', name: `_sello-challenge.${name}`, value: 'token', state: 'unknown' },
      { type: 'CNAME', name, value: platform, state: 'unknown' },
    ],
  });
}

async function setRecords({ domain }: DomainRecord, token = 'token'): Promise<void> {
  await backings.dns.set(`_sello-challenge.${domain}`, 'TXT', [token]);
  await backings.dns.set(domain, 'CNAME', [platform]);
}

/** Enqueues a check of the domain and waits until its result is stored. */
async function check({ tenantId, _id, checks }: DomainRecord): Promise<DomainRecord> {
  await queue.enqueue('domain', { tenantId, domainId: _id });
  return vi.waitFor(
    async () => {
      const now = await store.domains.get(tenantId, _id);
      expect(now!.checks).toBeGreaterThan(checks);
      return now!;
    },
    { timeout: 20_000 },
  );
}

it('verifies a domain with correct records and publishes the status to its tenant', async () => {
  const domain = await claim();
  await setRecords(domain);
  const checked = await check(domain);
  expect(checked).toMatchObject({
    status: 'verified',
    dnsRecords: [{ state: 'correct' }, { state: 'correct' }],
    verifiedAt: expect.any(Date),
  });
  await vi.waitFor(() => expect(events).toContainEqual({ tenantId: domain.tenantId, status: 'verified' }));
  expect((await store.domains.acrossTenants.byHost(domain.domain))!.tenantId).toBe(domain.tenantId);
});

it('keeps a claim pending and reports which records are missing or different', async () => {
  const domain = await claim();
  await backings.dns.set(`_sello-challenge.${domain.domain}`, 'TXT', ['another']);
  const checked = await check(domain);
  expect(checked).toMatchObject({
    status: 'pending',
    dnsRecords: [{ state: 'different', found: ['another'] }, { state: 'missing' }],
  });
  expect(checked.nextCheckAt!.getTime()).toBeLessThan(Date.now() + 60_000);
});

it('treats a failing name server as no answer and keeps the last known state', async () => {
  const domain = await claim();
  await setRecords(domain);
  const verified = await check(domain);
  await backings.dns.set(`_sello-challenge.${domain.domain}`, 'FAILURE', ['']);
  const checked = await check(verified);
  expect(checked).toMatchObject({ status: 'verified', misses: 0, dnsRecords: verified.dnsRecords });
});

it('fails a verified domain after three misses in a row', async () => {
  let domain = await claim();
  await setRecords(domain);
  domain = await check(domain);
  await backings.dns.clear();
  for (const misses of [1, 2, 3]) {
    domain = await check(domain);
    expect(domain).toMatchObject({ misses, status: misses < 3 ? 'verified' : 'failed' });
  }
  expect(await store.domains.acrossTenants.byHost(domain.domain)).toBeNull();
});

it('verifies a name for the first tenant that proves it and fails the other claim', async () => {
  const name = `${newId()}.school.test`;
  const [first, second] = [await claim(name), await claim(name)];
  await setRecords(first);
  expect(await check(first)).toMatchObject({ status: 'verified' });
  expect(await check(second)).toMatchObject({ status: 'failed' });
});

it('enqueues domains that are due', async () => {
  const domain = await claim();
  await setRecords(domain);
  await enqueueDue({ store, queue });
  await vi.waitFor(
    async () => expect(await store.domains.of(domain.tenantId)).toMatchObject({ status: 'verified' }),
    { timeout: 20_000 },
  );
});

it('skips a domain that was removed while its job was queued', async () => {
  const domain = await claim();
  await store.domains.remove(domain.tenantId);
  await queue.enqueue('domain', { tenantId: domain.tenantId, domainId: domain._id });
  await vi.waitFor(async () => {
    const { waiting, active } = (await queue.counts()).domain;
    expect({ waiting, active }).toEqual({ waiting: 0, active: 0 });
  });
  expect(await store.domains.of(domain.tenantId)).toBeNull();
});
