import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Role, templatesApi, tenantRole } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byTurns } from '../../../tests/corpus.ts';
import { type Academy, openAcademy } from './academy.ts';
import { type CallRow, callRows, type TenantResources } from './access-matrix.ts';
import { type Caller, isRefusal, type Request, refusalOf, requestOf, targets } from './access-persons.ts';
import { createResources, missingResources } from './access-resources.ts';
import { describeBadInput } from './bad-input.suite.ts';
import { requestsWith, unnamedIn } from './bad-values.ts';
import { servePreviews } from './fake-worker.ts';
import { startTestStack, type TestStack } from './stack.ts';
import { isTyped } from './typed.ts';

/** What is in everything that only the members of the organizations may read. */
const marks = { ana: 'Xalapa', vera: 'Yerevan' };

let stack: TestStack;
let academies: Academy[] = [];
let mongo: MongoClient;
let anas: TenantResources;
let veras: TenantResources;
let design: unknown;
let worker: ReturnType<typeof servePreviews>;
const people: Record<string, ApiClient> = {};

/**
 * All documents of an organization, by collection, without what the server found out about a certificate's file when
 * somebody looked it up.
 */
async function snapshotOf(tenantId: string): Promise<Record<string, unknown[]>> {
  const database = mongo.db(new URL(stack.backings.env.MONGO_URL!).pathname.slice(1));
  const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
  const rows = names.map(async (name) => {
    const filter = { $or: [{ tenantId }, { _id: tenantId as never }] };
    return [
      name,
      await database
        .collection(name)
        .find(filter, { projection: { fileCheck: 0, fileDueAt: 0 } })
        .sort({ _id: 1 })
        .toArray(),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

beforeAll(async () => {
  stack = await startTestStack({ LIMITS_FACTOR: '1000' }, { syncWaitMs: 100 });
  mongo = await MongoClient.connect(stack.backings.env.MONGO_URL!);
  const [ana, vera] = await Promise.all([
    openAcademy(stack),
    openAcademy(stack, 'Vera', 'stranger@example.org'),
  ]);
  academies = [ana, vera];
  const empty = async () => Buffer.from('{}');
  worker = servePreviews(stack.backings.env.REDIS_URL!, ana.blobs, empty, undefined, stack.store);
  const { tenant, templateId } = ana;
  anas = await createResources(stack, ana, marks.ana);
  veras = await createResources(stack, vera, marks.vera);
  design = await ana.ana.call(templatesApi, 'get', { tenant, query: { id: templateId } });

  const add = async (name: string, role: (typeof tenantRole.options)[number]) => {
    people[name] = await stack.signIn(`${name}@example.org`);
    const { id: userId, email: userEmail } = people[name].user;
    return stack.store.members.add(tenant, { userId, userEmail, userName: name, role });
  };
  for (const role of tenantRole.options) await add(role, role);
  await stack.store.members.setStatus(tenant, (await add('blocked', 'admin'))._id, 'blocked');
  await stack.store.members.setStatus(tenant, (await add('pending', 'admin'))._id, 'pending');
  await stack.store.members.remove(tenant, (await add('removed', 'owner'))._id);
  people.stranger = vera.ana;
  people.root = await stack.signIn('root@sello.example');
});
afterAll(async () => {
  await mongo?.close();
  await worker?.close();
  await Promise.all(academies.map((academy) => academy.close()));
  await stack?.close();
});

/** Where a request names its organization. */
type Naming = 'header' | 'query' | 'body';

function send(
  row: CallRow,
  target: TenantResources,
  {
    as,
    naming = 'header',
    header = target.tenant,
  }: { as?: ApiClient | undefined; naming?: Naming; header?: string },
): Promise<Response> {
  const { query = {}, body } = row.attempt(target, design);
  const named = naming === 'query' ? { tenantId: target.tenant } : {};
  const params = new URLSearchParams({
    fn: row.call.fn!,
    ...(row.call.type && { type: row.call.type }),
    ...query,
    ...named,
  });
  const init = {
    method: row.call.method,
    headers: { 'x-tenant-id': header, 'content-type': 'application/json', prefer: 'respond-async' },
    ...(body && {
      body: JSON.stringify({ ...body, ...(naming === 'body' && { tenantId: target.tenant }) }),
    }),
  };
  const path = `/api/${row.resource}?${params}`;
  return as ? as.fetch(path, init) : fetch(stack.app + path, init);
}

/** The code of an error; undefined for every other answer. */
const codeIn = (text: string): string | undefined => /^\{.*"code":"(\w+)"/.exec(text)?.[1];

/** Runs tasks, a few at a time. */
async function inParallel<T>(tasks: readonly T[], run: (task: T) => Promise<void>): Promise<void> {
  const left = tasks.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const task of left) await run(task);
    }),
  );
}

/** Runs attempts and expects that the organization's documents are unchanged. */
async function expectUnchanged(tenantId: string, attempts: () => Promise<void>): Promise<void> {
  const before = await snapshotOf(tenantId);
  expect(Object.values(before).flat().length).toBeGreaterThan(10);
  await attempts();
  expect(await snapshotOf(tenantId)).toEqual(before);
}

function callersOf(): Caller[] {
  const ofAna = { home: anas, other: veras };
  const memberOf = (name: Role) => ({ ...ofAna, name, role: name, client: people[name]! });
  return [
    { ...ofAna, name: 'nobody' },
    { ...ofAna, name: 'blocked', client: people.blocked! },
    ...[...tenantRole.options].reverse().map(memberOf),
    { ...ofAna, name: 'super admin', role: 'super_admin', client: people.root! },
    { name: 'owner of another', role: 'owner', client: people.stranger!, home: veras, other: anas },
  ];
}
const names = ['nobody', 'blocked', ...tenantRole.options, 'super admin', 'owner of another'];
const callerNamed = (name: string): Caller => callersOf().find((caller) => caller.name === name)!;

/** Every call of every contract with the ids of the caller's organization and of another, and by turns with those of none. */
const requestsOf = (caller: Caller): Request[] =>
  targets.flatMap((target) => {
    const rows = target === 'missing' ? byTurns(4, callRows, names.indexOf(caller.name)) : callRows;
    return rows.map((row) => requestOf(row, caller, target, missingResources));
  });

const isReading = ({ row }: Request) => row.call.method === 'GET';
/** The code of an invitation is a credential: it admits whoever holds it. */
const isByCredential = ({ row }: Request) => row.name === 'invites.redeem';
/** Requests that do what they ask, and so change what the next person needs. */
function hasEffect(request: Request): boolean {
  const { caller, row, target, isOfTenant } = request;
  const { access } = row.call;
  if (refusalOf(request) !== null || target === 'missing') return false;
  // Every organization is a super admin's own, and so is the catalog.
  const isOperators = access.kind === 'superAdmin' || (access.kind === 'tenant' && access.orSuperAdmin);
  if (caller.role === 'super_admin' && target === 'other' && (isOfTenant || isOperators)) return true;
  if (isReading(request)) return false;
  return target === 'own' || access.kind === 'public' || isByCredential(request);
}

async function expectVerdict(request: Request): Promise<void> {
  const { row, caller, target, tenant, ids } = request;
  const response = await send(row, ids, { as: caller.client, header: tenant });
  const text = await response.text();
  const code = codeIn(text);
  const place = [caller.name, row.name, target];
  const type = response.headers.get('content-type');
  expect([...place, type, isTyped(type, text.length)]).toEqual([...place, type, true]);
  const refusal = refusalOf(request);
  const verdict = refusal === null && !isRefusal(request, code) ? 'admitted' : code;
  expect([...place, verdict]).toEqual([...place, refusal ?? 'admitted']);
  expect([...place, response.status < 500]).toEqual([...place, true]);
  if (refusal === null && target === 'own' && isReading(request)) {
    expect([...place, response.status]).toEqual([...place, 200]);
  }
  if (row.call.access.kind !== 'public' && caller.role !== 'super_admin') {
    const mark = caller.other === anas ? marks.ana : marks.vera;
    expect([...place, text.toLowerCase().includes(mark.toLowerCase())]).toEqual([...place, false]);
  }
}

const aSelection = ['selection'];
/** What a call takes instead of something that its request names. */
const instead: Readonly<Record<string, readonly string[]>> = {
  'certificates.generate': ['options', 'selection', 'student'],
  'certificates.download-zip': aSelection,
  'certificates.send-emails': aSelection,
  'certificates.batch-values': aSelection,
  'certificates.preflight': aSelection,
  'students.delete-batch': aSelection,
  'students.restore': ['deletion'],
  'students.delete-forever': ['all'],
  'students.export': [
    ...['search', 'certified', 'certification', 'templateId', 'country', 'endFrom', 'endTo', 'sort'],
    'selection',
  ],
  // A design that is stored nowhere.
  'templates.export': [...['version', 'locale', 'dateStyle', 'timeZone', 'pages', 'variables']],
  'tenants.certificates-action': ['algorithm', 'certificateParams', 'password'],
  'tenants.domains-add': ['action'],
  // Only programs fill it in, and are answered as if they were read.
  'verify.report-mistake': ['website'],
};

it('of every call a request names all that it takes', () => {
  const unnamed = callRows.map((row) => [
    row.name,
    unnamedIn(row.call, row.attempt(anas, design)).filter((name) => name !== 'cursor'),
  ]);
  expect(Object.fromEntries(unnamed.filter(([, names]) => names!.length > 0))).toEqual(instead);
});

describe('of every call with own ids, with those of another organization, and with missing ones', () => {
  it.each(names)('%s can make exactly those that the contracts allow', async (name) => {
    const caller = callerNamed(name);
    const requests = requestsOf(caller).filter((request) => !hasEffect(request));
    expect(requests.length).toBeGreaterThan(callRows.length);
    // Who belongs to no organization changes nothing of either; a member's own calls note that they were made.
    const isOutside = (request: Request) => caller.role === undefined && refusalOf(request) !== null;
    const outside = requests.filter(isOutside);
    await expectUnchanged(caller.other.tenant, async () => {
      await expectUnchanged(caller.home.tenant, () => inParallel(outside, expectVerdict));
      await inParallel(
        requests.filter((request) => !isOutside(request)),
        expectVerdict,
      );
    });
  });
});

describe('one bad value in a call', () => {
  describeBadInput(() => ({
    ...{ owner: academies[0]!.ana, root: people.root!, target: anas, design: design as object, inParallel },
    part: (requests, place) => byTurns(8, requests, place),
    expectUnchanged: (attempts) =>
      expectUnchanged(anas.tenant, () => expectUnchanged(veras.tenant, attempts)),
  }));
});

/** Where an outsider names the organization; with one's own in the header. */
const namings: readonly { naming: Naming; isOwnHeader?: boolean }[] = [
  { naming: 'header' },
  { naming: 'query' },
  { naming: 'query', isOwnHeader: true },
  { naming: 'body', isOwnHeader: true },
];

describe('outsiders', () => {
  it('who are members of another organization, removed, blocked or pending are refused, wherever they name the tenant', async () => {
    const ofTenants = callRows.filter(({ call }) => call.access.kind === 'tenant');
    const attempts = ['stranger', 'removed', 'blocked', 'pending'].flatMap((name, turn) =>
      ofTenants.flatMap((row, place) =>
        byTurns(namings.length, namings, place + turn).map((naming) => ({ name, row, naming })),
      ),
    );
    await expectUnchanged(anas.tenant, () =>
      inParallel(attempts, async ({ name, row, naming }) => {
        const isInBody = naming.naming === 'body';
        // A call without a tenant in its body schema uses the header's, which may be their own.
        if (isInBody && name === 'stranger') return;
        const header = naming.isOwnHeader ? { header: veras.tenant } : {};
        const response = await send(row, anas, { as: people[name]!, naming: naming.naming, ...header });
        const text = await response.text();
        if (isInBody) {
          expect([row.name, text.includes(marks.ana), response.status < 500]).toEqual([
            row.name,
            false,
            true,
          ]);
        } else expect([name, row.name, codeIn(text)]).toEqual([name, row.name, 'not_member']);
      }),
    );
  });
});

describe('calls with an effect', () => {
  // Who has left, handed over or signed out can make no other call.
  const last = ['tenants.transfer', 'tenants.leave', 'sessions.end'];
  const order = ['nobody', 'blocked', 'template_designer', 'member', 'admin', 'super admin', 'owner'];

  it.each([...order, 'owner of another'])('are made by %s where the contracts allow it', async (name) => {
    const caller = callerNamed(name);
    const isLast = ({ row }: Request) => last.includes(row.name);
    const requests = requestsOf(caller).filter(hasEffect);
    const inOwn = requests.filter(({ target }) => target === 'own');
    const attempts = async () => {
      await inParallel(
        inOwn.filter((request) => !isLast(request)),
        expectVerdict,
      );
      for (const name of last) {
        for (const request of inOwn.filter(({ row }) => row.name === name)) await expectVerdict(request);
      }
    };
    await expectUnchanged(caller.other.tenant, attempts);
    // What names another organization and is allowed: public reports, a code, and all that a super admin does.
    if (name === 'owner of another') return;
    await inParallel(
      requests.filter(({ target }) => target === 'other'),
      expectVerdict,
    );
  });
});

it('the address of a server that is named anywhere in a call is asked for nothing', async () => {
  let asked = 0;
  const listener = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logo.png`;
  try {
    const requests = callRows.flatMap((row, place) =>
      byTurns(8, requestsWith(address, row.call, row.attempt(veras, design), veras.tenant), place).map(
        (request) => ({ row, ...request }),
      ),
    );
    let admitted = 0;
    await inParallel(requests, async ({ row, what, query, headers, body }) => {
      const init = { method: row.call.method, headers, ...(body !== undefined && { body }) };
      const { status } = await people.root!.fetch(`/api/${row.resource}?${query}`, init);
      expect([row.name, what, status < 500]).toEqual([row.name, what, true]);
      if (status !== 401 && status !== 403) admitted++;
    });
    expect(admitted).toBeGreaterThan(requests.length / 2);
    expect(asked).toBe(0);
    await fetch(address);
    expect(asked).toBe(1);
  } finally {
    listener.close();
  }
});
