import type { DomainEvent } from '@sello/contracts';
import { type Backings, startBackings } from '@sello/dev-stack';
import { decidingRecords, type HostingProvider } from '@sello/domains';
import { AppError, createLogger, readConfig, type Service } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { type DomainRecord, newId, openStore, type Store } from '@sello/store';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHosts } from '../src/hosting/hosts.ts';
import { createDomainWorker, variables } from '../src/index.ts';
import { enqueueDue } from '../src/reconcile.ts';

const log = createLogger({ service: 'test', level: process.env.TEST_LOG ?? 'silent' });
const platform = 'sello.example.test';

let backings: Backings;
let store: Store;
let queue: Queue;
let worker: Service;
const events: DomainEvent[] = [];
/** The hosts of an outside provider; `fails` makes it answer with an error. */
const provider = { hosts: new Set<string>(), fails: false };
const hosting: HostingProvider = {
  name: 'outside',
  async configure(host) {
    if (provider.fails) throw new AppError('domain_host_failed');
    provider.hosts.add(host);
  },
  async remove(host) {
    if (provider.fails) throw new AppError('domain_host_failed');
    provider.hosts.delete(host);
  },
  state: async (host) => (provider.hosts.has(host) ? 'configured' : 'none'),
};

beforeAll(async () => {
  backings = await startBackings({ only: ['mongo', 'redis', 'dns'] });
  const config = readConfig(variables, {
    ...backings.env,
    INTERNAL_PORT: '127.0.0.1:0',
    PUBLIC_URL: `https://${platform}`,
    DOMAIN_ADDRESSES: '203.0.113.7',
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
  worker = await createDomainWorker(config, { log, hosting });
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
  provider.fails = false;
  await backings.dns.clear();
});

/** A claim as the BFF writes it, with the records that its owner must set. */
async function claim(domain = `${newId()}.school.test`): Promise<DomainRecord> {
  const token = newId();
  const addresses = ['203.0.113.7'];
  provider.hosts.add(domain);
  return store.domains.add(newId(), {
    ...{ domain, token },
    dnsRecords: decidingRecords({ domain, token }, { host: platform, addresses }),
    hosting: { state: 'configured', provider: 'outside', at: new Date() },
  });
}

async function setRecords({ domain, token }: DomainRecord, value = token): Promise<void> {
  await backings.dns.set(`_sello-challenge.${domain}`, 'TXT', [value]);
  await backings.dns.set(domain, 'CNAME', [platform]);
}

/** Enqueues a check of the domain and waits until its result is stored. */
async function check({ tenantId, _id, checks }: DomainRecord): Promise<DomainRecord> {
  await queue.enqueue('domain', { tenantId, domainId: _id });
  return vi.waitFor(async () => {
    const now = await store.domains.get(tenantId, _id);
    expect(now!.checks).toBeGreaterThan(checks);
    return now!;
  });
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
  expect(checked).toMatchObject({
    ...{ status: 'verified', misses: 0 },
    dnsRecords: [{ state: 'correct', reason: 'servfail', found: [domain.token] }, { state: 'correct' }],
  });
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
  // The records of both are in the zone.
  await backings.dns.set(`_sello-challenge.${name}`, 'TXT', [first.token, second.token]);
  expect(await check(first)).toMatchObject({ status: 'verified' });
  expect(await check(second)).toMatchObject({ status: 'failed' });
});

it('enqueues domains that are due', async () => {
  const domain = await claim();
  await setRecords(domain);
  await enqueueDue({ store, queue });
  await vi.waitFor(async () =>
    expect(await store.domains.of(domain.tenantId)).toMatchObject({ status: 'verified' }),
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

it('notes what was answered for each record, with the time', async () => {
  const domain = await claim();
  await check(await check(domain));
  const answers = await store.domains.answers(domain.tenantId, domain._id);
  expect(answers.map(({ type, answers: kept }) => [type, kept!.map(({ reason }) => reason)])).toEqual([
    ['CNAME', ['missing_name', 'missing_name']],
    ['TXT', ['missing_name', 'missing_name']],
  ]);
});

it('looks for the records that a domain has to have now', async () => {
  const domain = await claim('moved.test');
  const before = decidingRecords(domain, { host: platform, addresses: ['198.51.100.1'] });
  await store.domains.replaceRecords(domain.tenantId, domain, before);
  await backings.dns.set('_sello-challenge.moved.test', 'TXT', [domain.token]);
  await backings.dns.set('moved.test', 'A', ['203.0.113.7']);
  expect(await check(domain)).toMatchObject({
    status: 'verified',
    dnsRecords: [{ state: 'correct' }, { type: 'A', value: '203.0.113.7', state: 'correct' }],
  });
});

describe('at the hosting provider', () => {
  it('a host is configured that the process that added it did not configure, and again when it is gone', async () => {
    let domain = await claim();
    const host = domain.domain;
    provider.hosts.delete(host);
    const unfinished = { state: 'configuring' as const, provider: 'outside', at: new Date() };
    await store.domains.setHosting(domain.tenantId, domain._id, unfinished);
    await setRecords(domain);
    domain = await check(domain);
    expect(domain).toMatchObject({ status: 'verified', hosting: { state: 'configured' } });
    expect(provider.hosts).toContain(host);
    provider.hosts.delete(host);
    expect(await check(domain)).toMatchObject({ status: 'verified', hosting: { state: 'configured' } });
    expect(provider.hosts).toContain(host);
  });

  it('a domain is not verified while the provider refuses its host, and stays verified when it was', async () => {
    let domain = await claim();
    provider.hosts.delete(domain.domain);
    provider.fails = true;
    await setRecords(domain);
    domain = await check(domain);
    expect(domain).toMatchObject({ status: 'pending', hosting: { state: 'failed' } });
    provider.fails = false;
    domain = await check(domain);
    expect(domain).toMatchObject({ status: 'verified', hosting: { state: 'configured' } });
    provider.hosts.delete(domain.domain);
    provider.fails = true;
    expect(await check(domain)).toMatchObject({
      status: 'verified',
      misses: 0,
      hosting: { state: 'failed' },
    });
  });

  it('the hosts of deleted domains are removed, but not those that others claim', async () => {
    const hosts = createHosts({ store, hosting, log });
    const [gone, kept] = [await claim(), await claim()];
    const other = await claim(kept.domain);
    for (const { tenantId } of [gone, kept]) await store.domains.remove(tenantId);
    await hosts.removeDue();
    expect([provider.hosts.has(gone.domain), provider.hosts.has(kept.domain)]).toEqual([false, true]);
    await store.domains.remove(other.tenantId);
    await hosts.removeDue();
    expect(provider.hosts).not.toContain(kept.domain);
    // A check that was running when the domain was deleted leaves nothing either.
    const racing = await claim();
    provider.hosts.delete(racing.domain);
    await store.domains.remove(racing.tenantId);
    expect(await hosts.configure(racing)).toBe(false);
    expect(provider.hosts).not.toContain(racing.domain);
  });
});

describe('nobody takes a name that is not theirs', () => {
  it('with the record of a former claim, deleted and added by another', async () => {
    const name = `${newId()}.school.test`;
    const first = await claim(name);
    await setRecords(first);
    await check(first);
    await store.domains.remove(first.tenantId);
    // The records of the first one stay in the zone.
    const second = await claim(name);
    expect(second.token).not.toBe(first.token);
    expect(await check(second)).toMatchObject({
      status: 'pending',
      dnsRecords: [{ state: 'different' }, {}],
    });
    expect(await store.domains.acrossTenants.byHost(name)).toBeNull();
  });

  it('with a CNAME alone, or with a wildcard that answers for every name', async () => {
    const alone = await claim();
    await backings.dns.set(alone.domain, 'CNAME', [platform]);
    expect(await check(alone)).toMatchObject({ status: 'pending', dnsRecords: [{ state: 'missing' }, {}] });
    const wild = await claim();
    await backings.dns.set(`*.${wild.domain}`, 'TXT', [wild.token]);
    await backings.dns.set(wild.domain, 'CNAME', [platform]);
    expect(await check(wild)).toMatchObject({
      status: 'pending',
      dnsRecords: [{ state: 'different', reason: 'wildcard' }, { state: 'correct' }],
    });
  });

  it('in a race of 50 organizations, of which one has the record', async () => {
    const name = `${newId()}.school.test`;
    const claims = await Promise.all(Array.from({ length: 50 }, () => claim(name)));
    const owner = claims[23]!;
    await setRecords(owner);
    const checked = await Promise.all(claims.map(check));
    const verified = checked.filter(({ status }) => status === 'verified');
    expect(verified.map(({ tenantId }) => tenantId)).toEqual([owner.tenantId]);
  });

  it('in a race of organizations that all have a record: one verifies it, and the others fail', async () => {
    const name = `${newId()}.school.test`;
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(name)));
    const tokens = claims.map(({ token }) => token);
    await backings.dns.set(`_sello-challenge.${name}`, 'TXT', tokens);
    await backings.dns.set(name, 'CNAME', [platform]);
    const statuses = (await Promise.all(claims.map(check))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(9).fill('failed'), 'verified']);
  });

  it('with the token of its own earlier claim', async () => {
    const former = await claim();
    await setRecords(former);
    await store.domains.remove(former.tenantId);
    const again = await claim(former.domain);
    expect(await check(again)).toMatchObject({ status: 'pending', dnsRecords: [{ state: 'different' }, {}] });
    await setRecords(again);
    expect(await check((await store.domains.get(again.tenantId, again._id))!)).toMatchObject({
      status: 'verified',
    });
  });

  it('after it lapsed, without the record of the new claim', async () => {
    const name = `${newId()}.school.test`;
    let former = await claim(name);
    await setRecords(former);
    former = await check(former);
    const next = await claim(name).catch((error: unknown) => error);
    expect(next).toMatchObject({ code: 'domain_in_use' });
    await backings.dns.clear();
    for (let misses = 0; misses < 3; misses++) former = await check(former);
    expect(former).toMatchObject({
      status: 'failed',
      lapse: { since: expect.any(Date), at: expect.any(Date) },
    });
    const taker = await claim(name);
    await setRecords(taker);
    expect(await check(taker)).toMatchObject({ status: 'verified' });
    expect((await store.domains.acrossTenants.byHost(name))!.tenantId).toBe(taker.tenantId);
    // The former one does not get it back while it is another's.
    expect(await check(former)).toMatchObject({ status: 'failed' });
  });
});
