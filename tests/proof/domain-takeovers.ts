import { tenantsApi } from '@sello/contracts';
import { type ApiClient, type Stack, signIn } from '@sello/dev-stack';
import { decidingRecords } from '@sello/domains';
import { type DomainRecord, newId, openStore, type Store } from '@sello/store';
import { ask } from '../../services/bff/tests/ask-host.ts';
import { until } from './domain-kills.ts';
import type { DomainServices } from './domain-services.ts';
import { untilReady } from './processes.ts';

export interface Takeover {
  drill: string;
  /** Claims and visits by which somebody would have a name that is not theirs. */
  attempts: number;
  succeeded: number;
  /** Whether the same way works for the one whose name it is: otherwise the drill shows nothing. */
  isOwnerServed: boolean;
}

export const isNothingTaken = (drills: readonly Takeover[]): boolean =>
  drills.length === 7 && drills.every((one) => one.attempts > 0 && one.succeeded === 0 && one.isOwnerServed);

const READY_MS = 180_000;
/** How long a host may be served from memory after its domain ended, ms. */
const FRESH_MS = 10_000;

interface Context {
  stack: Stack;
  services: DomainServices;
  store: Store;
}

/** Tries to take names that are others', each way on the real services; nothing may succeed. */
export async function tryTakeovers(stack: Stack, services: DomainServices): Promise<Takeover[]> {
  await untilReady(stack, READY_MS);
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'proof', ensureIndexes: false });
  const context = { stack, services, store };
  try {
    const drills = [deletedAndAdded, staleToken, aliasAlone, wildcard, race, lapsed, deletedHost];
    return await Promise.all(drills.map((drill) => drill(context)));
  } finally {
    await store.close();
  }
}

const newName = (): string => `n${newId()}.school.test`;

type Records = DomainRecord['dnsRecords'];

/** A claim as the BFF writes it, for an organization of its own; before, those of its records are entered in the zone. */
async function claim(
  { store, stack, services }: Context,
  domain: string,
  entered: (records: Records, token: string) => Records = () => [],
): Promise<DomainRecord> {
  const token = newId();
  const platform = { host: new URL(stack.app).hostname, addresses: [] };
  const dnsRecords = decidingRecords({ domain, token }, platform);
  services.enter(entered(dnsRecords, token));
  return store.domains.add(newId(), { domain, token, dnsRecords });
}

const all = (records: Records): Records => records;
const onlyAlias = (records: Records): Records => records.filter(({ type }) => type === 'CNAME');

/** Waits until a claim was checked once more; its status then. */
async function statusOf({ store }: Context, { tenantId, _id, checks }: DomainRecord): Promise<string> {
  const checked = await until(
    () => store.domains.get(tenantId, _id),
    (now) => now !== null && now.checks > checks,
  );
  if (!checked) throw new Error('a claim was not checked in time');
  return checked.status;
}

/** A claim with its records in the zone, and whether it was verified. */
async function ownedName(context: Context, domain = newName()): Promise<[DomainRecord, boolean]> {
  const owner = await claim(context, domain, all);
  return [owner, (await statusOf(context, owner)) === 'verified'];
}

async function deletedAndAdded(context: Context): Promise<Takeover> {
  const [owner, isOwnerServed] = await ownedName(context);
  await context.store.domains.remove(owner.tenantId);
  // The records of the former one are still in the zone.
  const status = await statusOf(context, await claim(context, owner.domain));
  return {
    drill: 'a name that its organization deleted, added by another',
    ...{ attempts: 1, succeeded: Number(status === 'verified'), isOwnerServed },
  };
}

async function staleToken(context: Context): Promise<Takeover> {
  const former = await claim(context, newName(), all);
  await context.store.domains.remove(former.tenantId);
  const again = await claim(context, former.domain);
  const status = await statusOf(context, again);
  context.services.enter(again.dnsRecords);
  return {
    drill: 'the token of an earlier claim',
    ...{ attempts: 1, succeeded: Number(status === 'verified') },
    isOwnerServed: await becomesVerified(context, again),
  };
}

async function aliasAlone(context: Context): Promise<Takeover> {
  const status = await statusOf(context, await claim(context, newName(), onlyAlias));
  const [, isOwnerServed] = await ownedName(context);
  return {
    drill: 'a CNAME alone',
    ...{ attempts: 1, succeeded: Number(status === 'verified'), isOwnerServed },
  };
}

async function wildcard(context: Context): Promise<Takeover> {
  const name = newName();
  const taker = await claim(context, name, (records, token) => {
    context.services.wildcards.set(name, token);
    return onlyAlias(records);
  });
  const status = await statusOf(context, taker);
  const [, isOwnerServed] = await ownedName(context);
  return {
    drill: 'a wildcard TXT that answers for every name',
    ...{ attempts: 1, succeeded: Number(status === 'verified'), isOwnerServed },
  };
}

async function race(context: Context): Promise<Takeover> {
  const name = newName();
  const claims = await Promise.all(
    Array.from({ length: 50 }, (_, place) => claim(context, name, place === 23 ? all : undefined)),
  );
  const statuses = await Promise.all(claims.map((one) => statusOf(context, one)));
  const verified = claims.filter((_, place) => statuses[place] === 'verified');
  return {
    drill: 'a race of 50 organizations for one name',
    attempts: claims.length - 1,
    succeeded: verified.filter((one) => one !== claims[23]).length,
    isOwnerServed: verified.includes(claims[23]!),
  };
}

const becomesVerified = async ({ store }: Context, { tenantId, _id }: DomainRecord): Promise<boolean> =>
  (await until(
    () => store.domains.get(tenantId, _id),
    (now) => now?.status === 'verified',
  )) !== undefined;

/** An organization with a name that is verified and used for its verify pages, by the calls that the tab makes. */
async function openOwnHost({ stack, services }: Context, domain: string) {
  const client = await signIn(stack, { email: `${newId()}@takeover.example` });
  const query = {
    tenantId: (await client.call(tenantsApi, 'create', { body: { name: `Escuela ${newId()}` } }))._id,
  };
  const tools = { client, query, check: () => check(client, query, domain) };
  services.enter((await client.call(tenantsApi, 'domains-add', { query, body: { domain } })).dnsRecords);
  await tools.check();
  const read = () => client.call(tenantsApi, 'domains', { query });
  if (!(await until(read, (found) => found?.status === 'verified'))) throw new Error('it was not verified');
  await client.call(tenantsApi, 'domains-update', { query, body: { settings: { useInVerification: true } } });
  const { publicName } = await client.call(tenantsApi, 'settings', { query });
  const isShown = async () => (await titleAt(stack, domain))?.includes(publicName) === true;
  await until(isShown, (shown) => shown);
  return { ...tools, read, isShown };
}

const check = (client: ApiClient, query: { tenantId: string }, domain: string) =>
  client.call(tenantsApi, 'domains-add', { query, body: { domain, action: 'check' } });

/** The title of the verify page under a name; `undefined` when nothing is served there. */
async function titleAt({ app }: Stack, host: string): Promise<string | undefined> {
  const { status, text } = await ask(app, host, '/verify', { headers: { accept: 'text/html' } });
  return status === 200 ? /<title>(.*?)<\/title>/.exec(text)?.[1] : undefined;
}

/** A name lapses and is proved by another, while the links of the former one are open. */
async function lapsed(context: Context): Promise<Takeover> {
  const { services } = context;
  const name = newName();
  const former = await openOwnHost(context, name);
  services.leave(name);
  for (let misses = 1; misses <= 3; misses++) {
    await former.check();
    await until(former.read, (found) => found?.misses === misses || found?.status === 'failed');
  }
  const ended = await until(former.read, (found) => found?.status === 'failed');
  const next = await openOwnHost(context, name);
  await former.check();
  let seen = 0;
  // Longer than anything is answered from memory.
  for (const end = Date.now() + FRESH_MS + 2_000; Date.now() < end; ) if (await former.isShown()) seen++;
  return {
    drill: 'a name that lapsed and is another’s now, with the links of the former one',
    attempts: 1,
    succeeded: seen + Number((await former.read())?.status === 'verified'),
    isOwnerServed: ended !== undefined && (await next.isShown()),
  };
}

/** The host is in memory of the BFF when its domain is deleted. */
async function deletedHost(context: Context): Promise<Takeover> {
  const { stack } = context;
  const name = newName();
  const { client, query, isShown } = await openOwnHost(context, name);
  const isOwnerServed = await isShown();
  await client.call(tenantsApi, 'domains-delete', { query });
  const deletedAt = Date.now();
  await until(
    async () => ({ title: await titleAt(stack, name) }),
    ({ title }) => title === undefined,
  );
  const isLate = Date.now() - deletedAt > FRESH_MS;
  const asked = await fetch(`${stack.internal}/internal/tls-ask?domain=${name}`);
  return {
    drill: 'a host in memory after its domain was deleted',
    ...{ attempts: 1, succeeded: Number(isLate) + Number(asked.status !== 403), isOwnerServed },
  };
}
