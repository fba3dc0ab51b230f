import { setTimeout as pause } from 'node:timers/promises';
import { tenantsApi } from '@sello/contracts';
import { type Stack, signIn } from '@sello/dev-stack';
import { decidingRecords } from '@sello/domains';
import { type DomainRecord, newId, openStore, type Store } from '@sello/store';
import type { DomainServices } from './domain-services.ts';
import { killNow, untilReady } from './processes.ts';

const READY_MS = 180_000;
/** Longer than a domain can wait that was enqueued twice in vain, at a busy time. */
const SETTLED_MS = 420_000;
const POLL_MS = 250;

export interface CheckingResult {
  domains: number;
  /** SIGKILLs of the domain-worker, each right after a name server was asked, before what it said was stored. */
  kills: number;
  verified: number;
  /** Domains without the stored answers of both of their records. */
  withoutAnswers: number;
  /** Checks that were stored beyond one for each domain. */
  repeated: number;
  /** ms from the last kill until every domain was verified; null when they were not in time. */
  settledAfterMs: number | null;
}

/** Whether every domain was checked and verified in spite of kills. */
export const isEveryDomainChecked = (result: CheckingResult, kills: number): boolean =>
  result.kills === kills &&
  result.verified === result.domains &&
  result.withoutAnswers === 0 &&
  result.settledAfterMs !== null;

/**
 * Kills the domain-worker while it checks domains that are due, at queries that are spread over all of them; only the
 * stack restarts it, and only the reconciler and the queue bring back what it was doing.
 */
export async function killDomainWorker(
  stack: Stack,
  services: DomainServices,
  { domains, kills }: { domains: number; kills: number },
): Promise<CheckingResult> {
  await untilReady(stack, READY_MS);
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'proof', ensureIndexes: false });
  try {
    const worker = stack.processes.find(({ name }) => name === 'domain-worker')!;
    // A domain is six queries: its challenge, the sibling of that and its alias, at two servers.
    const every = Math.floor((6 * domains) / (kills + 1));
    let asked = 0;
    let killed = 0;
    let killedAt = Date.now();
    services.onQuery = () => {
      asked++;
      if (killed >= kills || asked < every * (killed + 1)) return;
      if (worker.pid === null || !killNow(worker.pid)) return;
      killed++;
      killedAt = Date.now();
    };
    const claimed = await claimAll(store, stack, services, domains);
    let settledAt: number | undefined;
    for (const deadline = Date.now() + SETTLED_MS; Date.now() < deadline; await pause(POLL_MS)) {
      const rows = await readAll(store, claimed);
      if (rows.every(({ status }) => status === 'verified')) {
        settledAt = Date.now();
        break;
      }
    }
    services.onQuery = () => undefined;
    const rows = await readAll(store, claimed);
    const answers = await Promise.all(
      claimed.map(({ tenantId, _id }) => store.domains.answers(tenantId, _id)),
    );
    return {
      domains,
      kills: killed,
      verified: rows.filter(({ status }) => status === 'verified').length,
      withoutAnswers: answers.filter((records) => records.length < 2).length,
      repeated: rows.reduce((sum, { checks }) => sum + checks, 0) - domains,
      settledAfterMs: settledAt === undefined ? null : settledAt - killedAt,
    };
  } finally {
    services.onQuery = () => undefined;
    await store.close();
  }
}

/** Claims as the BFF writes them, each for another organization, with their records in the zone. */
async function claimAll(
  store: Store,
  stack: Stack,
  { enter }: DomainServices,
  domains: number,
): Promise<DomainRecord[]> {
  const target = new URL(stack.app).hostname;
  const claimed: DomainRecord[] = [];
  for (let place = 0; place < domains; place++) {
    const [domain, token] = [`d${place}-${newId()}.school.test`, newId()];
    const dnsRecords = decidingRecords({ domain, token }, { host: target, addresses: [] });
    enter(dnsRecords);
    claimed.push(await store.domains.add(newId(), { domain, token, dnsRecords }));
  }
  return claimed;
}

async function readAll(store: Store, claimed: readonly DomainRecord[]): Promise<DomainRecord[]> {
  const found = await store.domains.acrossTenants.ofMany(claimed.map(({ tenantId }) => tenantId));
  return [...found.values()];
}

export interface ClaimingResult {
  /** SIGKILLs of the BFF after it had stored a claim, while the hosting provider configured it. */
  kills: number;
  /** Claims that ended verified, with their host at the provider. */
  verified: number;
  /** The longest time from a kill until the host was configured, ms. */
  configuredAfterMs: number;
}

/**
 * Kills the BFF between the row of a claim and the answer of the hosting provider, before anything is enqueued; then the
 * domain-worker finds the claim, configures the host and, once the records are there, verifies the name.
 */
export async function killBffWhileClaiming(
  stack: Stack,
  services: DomainServices,
  { kills }: { kills: number },
): Promise<ClaimingResult> {
  await untilReady(stack, READY_MS);
  const bff = stack.processes.find(({ name }) => name === 'bff')!;
  const client = await signIn(stack, { email: 'holder@school.example' });
  let verified = 0;
  let killed = 0;
  let configuredAfterMs = 0;
  for (let round = 0; round < kills; round++) {
    const query = {
      tenantId: (await client.call(tenantsApi, 'create', { body: { name: `Escuela ${newId()}` } }))._id,
    };
    const domain = `claimed-${newId()}.school.test`;
    let killedAt = Date.now();
    services.onConfigure = async () => {
      services.onConfigure = async () => undefined;
      if (bff.pid !== null && killNow(bff.pid)) killed++;
      killedAt = Date.now();
    };
    await client.call(tenantsApi, 'domains-add', { query, body: { domain } }).catch(() => undefined);
    await untilReady(stack, READY_MS);
    const read = () => client.call(tenantsApi, 'domains', { query }).catch(() => null);
    const claim = await until(
      read,
      (found) => found?.hosting.state === 'configured' && services.hosts.has(domain),
    );
    if (!claim) continue;
    configuredAfterMs = Math.max(configuredAfterMs, Date.now() - killedAt);
    services.enter(claim.dnsRecords);
    await client.call(tenantsApi, 'domains-add', { query, body: { domain, action: 'check' } });
    if (await until(read, (found) => found?.status === 'verified')) verified++;
  }
  return { kills: killed, verified, configuredAfterMs };
}

/** Reads until it is as wanted; undefined when it is not in time. */
export async function until<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value | undefined> {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const value = await read();
    if (isWanted(value)) return value;
  }
  return undefined;
}
