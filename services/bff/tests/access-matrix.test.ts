import {
  isAllowed,
  organizationsApi,
  type Role,
  templatesApi,
  tenantRole,
  tenantsApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import { type CallRow, callRows, type Prey } from './access-matrix.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;
let mongo: MongoClient;
let prey: Prey;
let own: Prey;
let design: unknown;
const people: Record<string, ApiClient> = {};

/** Everything an organization has, in every collection. */
async function everythingOf(tenantId: string): Promise<Record<string, unknown[]>> {
  const database = mongo.db(new URL(stack.backings.env.MONGO_URL!).pathname.slice(1));
  const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
  const rows = names.map(async (name) => {
    const filter = { $or: [{ tenantId }, { _id: tenantId as never }] };
    return [name, await database.collection(name).find(filter).sort({ _id: 1 }).toArray()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** An organization with something of everything. */
async function furnish(client: ApiClient, tenant: string, hands: Academy): Promise<Prey> {
  const { templateId } = hands;
  const [student] = await hands.addStudents('Ana Luz');
  const { batchId, certIds } = await hands.issue([student!]);
  const signing = await client.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      certificateParams: { reason: '', location: '', contactInfo: '', name: 'Firma' },
    },
  });
  const report = await stack.store.reports.add(tenant, { certId: certIds[0]!, text: 'x' });
  return {
    tenant,
    owner: client.user,
    student: student!,
    template: templateId,
    certId: certIds[0]!,
    batch: batchId,
    signingCertificate: signing.id,
    report: report._id,
  };
}

beforeAll(async () => {
  stack = await startTestStack({ LIMITS_FACTOR: '1000' }, { syncWaitMs: 100 });
  mongo = await MongoClient.connect(stack.backings.env.MONGO_URL!);
  academy = await openAcademy(stack);
  const { ana, tenant, templateId } = academy;
  prey = await furnish(ana, tenant, academy);
  ({ design } = await ana.call(templatesApi, 'get', { tenant, query: { id: templateId } }));

  const add = async (name: string, role: (typeof tenantRole.options)[number]) => {
    people[name] = await stack.signIn(`${name}@example.org`);
    const { id: userId, email: userEmail } = people[name].user;
    return stack.store.members.add(tenant, { userId, userEmail, userName: name, role });
  };
  for (const role of tenantRole.options) await add(role, role);
  await stack.store.members.setStatus(tenant, (await add('blocked', 'admin'))._id, 'blocked');
  await stack.store.members.setStatus(tenant, (await add('pending', 'admin'))._id, 'pending');
  await stack.store.members.remove(tenant, (await add('removed', 'owner'))._id);

  const stranger = await stack.signIn('stranger@example.org');
  people.stranger = stranger;
  const made = await stranger.call(tenantsApi, 'create', { body: { name: 'Elsewhere' } });
  own = { ...prey, tenant: made._id };
});
afterAll(async () => {
  await mongo?.close();
  await academy?.close();
  await stack?.close();
});

/** How a request says which organization it means. */
type Naming = 'header' | 'query' | 'body';

function send(
  row: CallRow,
  target: Prey,
  { as, naming = 'header', header = target.tenant }: { as?: ApiClient; naming?: Naming; header?: string },
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

const ofTenant = callRows.filter(({ call }) => call.access.kind === 'tenant');
const ofOperator = callRows.filter(({ call }) => call.access.kind === 'superAdmin');
const guarded = callRows.filter(({ call }) => call.access.kind !== 'public');

/** Runs attempts and holds the organization's rows before against those after. */
async function changesNothing(tenantId: string, attempts: () => Promise<void>): Promise<void> {
  const before = await everythingOf(tenantId);
  expect(Object.values(before).flat().length).toBeGreaterThan(10);
  await attempts();
  expect(await everythingOf(tenantId)).toEqual(before);
}

describe('outsiders', () => {
  it('without a session reach no call but the public ones', async () => {
    await changesNothing(prey.tenant, async () => {
      for (const row of guarded) {
        const response = await send(row, prey, {});
        expect([row.name, response.status]).toEqual([row.name, 401]);
      }
    });
  });

  it('who are members elsewhere, or no longer, or not yet, reach nothing, however they name the organization', async () => {
    await changesNothing(prey.tenant, async () => {
      for (const name of ['stranger', 'removed', 'blocked', 'pending']) {
        const as = people[name]!;
        for (const row of ofTenant) {
          const attempts = [
            send(row, prey, { as }),
            send(row, prey, { as, naming: 'query' }),
            send(row, prey, { as, naming: 'query', header: own.tenant }),
          ];
          for (const response of await Promise.all(attempts)) {
            const { code } = (await response.json()) as { code?: string };
            expect([name, row.name, code]).toEqual([name, row.name, 'not_member']);
          }
          // A call that knows no tenant in its body is about the header's own, which may well be theirs.
          const sly = await send(row, prey, { as, naming: 'body', header: own.tenant });
          const text = await sly.text();
          expect([row.name, text.includes('Ana Luz'), sly.status < 500]).toEqual([row.name, false, true]);
        }
      }
    });
  });

  it('do nothing to another organization’s things from within their own', async () => {
    await changesNothing(prey.tenant, async () => {
      const as = people.stranger!;
      for (const row of ofTenant) {
        const attempt = row.attempt(own, design);
        const response = await send({ ...row, attempt: () => attempt }, own, { as });
        const text = await response.text();
        expect([row.name, text.includes('Ana Luz'), text.includes(prey.certId)]).toEqual([
          row.name,
          false,
          false,
        ]);
      }
    });
  });

  it('and members alike reach no call of the operator’s', async () => {
    await changesNothing(prey.tenant, async () => {
      for (const as of Object.values(people)) {
        for (const row of ofOperator) {
          const response = await send(row, prey, { as });
          expect([row.name, ((await response.json()) as { code: string }).code]).toEqual([
            row.name,
            'super_admin_required',
          ]);
        }
      }
    });
  });
});

describe('members', () => {
  it.each(tenantRole.options)(
    'who are %s do what their permissions say, and nothing else',
    async (role: Role) => {
      const as = people[role]!;
      const isOpen = ({ call }: CallRow) =>
        call.access.kind === 'tenant' &&
        call.access.anyOf.some((permission) => isAllowed([role], permission));
      await changesNothing(prey.tenant, async () => {
        for (const row of ofTenant.filter((entry) => !isOpen(entry))) {
          const response = await send(row, prey, { as });
          const { code } = (await response.json()) as { code: string };
          expect([role, row.name, code]).toEqual([role, row.name, 'forbidden']);
        }
      });
      // Reading last: what a role may write would leave less for the next.
      for (const row of ofTenant.filter((entry) => isOpen(entry) && entry.call.method === 'GET')) {
        const response = await send(row, prey, { as });
        expect([role, row.name, response.status]).toEqual([role, row.name, 200]);
      }
    },
  );

  it('with the permission are let in to what writes as well', async () => {
    const as = people.admin!;
    for (const row of ofTenant.filter(({ call }) => call.method !== 'GET')) {
      const response = await send(row, prey, { as });
      const { code } = (await response.json()) as { code?: string };
      expect([row.name, code === 'forbidden' || code === 'not_member', response.status < 500]).toEqual([
        row.name,
        false,
        true,
      ]);
    }
    const root = await stack.signIn('root@sello.example');
    expect((await root.call(organizationsApi, 'get', { query: { id: prey.tenant } }))._id).toBe(prey.tenant);
  });
});
