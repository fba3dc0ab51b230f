import { createHash } from 'node:crypto';
import {
  type ErrorCode,
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
import { type CallRow, callRows, type TenantResources } from './access-matrix.ts';
import { servePreviews } from './fake-worker.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;
let mongo: MongoClient;
let foreign: TenantResources;
let own: TenantResources;
let design: unknown;
let worker: ReturnType<typeof servePreviews>;
const people: Record<string, ApiClient> = {};

/** All documents of an organization, by collection. */
async function snapshotOf(tenantId: string): Promise<Record<string, unknown[]>> {
  const database = mongo.db(new URL(stack.backings.env.MONGO_URL!).pathname.slice(1));
  const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
  const rows = names.map(async (name) => {
    const filter = { $or: [{ tenantId }, { _id: tenantId as never }] };
    return [name, await database.collection(name).find(filter).sort({ _id: 1 }).toArray()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Creates one resource of each kind in an organization. */
async function createResources(
  client: ApiClient,
  tenant: string,
  { templateId, addStudents, issue, blobs }: Academy,
): Promise<TenantResources> {
  const [student] = await addStudents('Ana Luz');
  const { batchId, certIds } = await issue([student!]);
  const signing = await client.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      certificateParams: { reason: '', location: '', contactInfo: '', name: 'Firma' },
    },
  });
  const report = await stack.store.reports.add(tenant, { certId: certIds[0]!, text: 'x' });
  const sha256 = createHash('sha256').update('font').digest('hex');
  await blobs.put(`fonts/${tenant}`, Buffer.from('font'));
  const font = await stack.store.fonts.create(tenant, {
    ...{ sha256, key: `fonts/${tenant}`, size: 1, fileName: 'f.ttf', characters: 1 },
    ...{ family: 'Theirs', weight: 400, italic: false, licensedBy: client.user.id },
  });
  const image = Buffer.from('image');
  await blobs.put(`assets/${tenant}`, image);
  const asset = await stack.store.assets.put(tenant, {
    ...{ key: `assets/${tenant}`, size: image.length, mediaType: 'image/png' },
    sha256: createHash('sha256').update(image).digest('hex'),
  });
  const revision = await stack.store.revisions.freeze(tenant, templateId);
  const member = await stack.store.members.add(tenant, {
    ...{ userId: 'b'.repeat(24), userEmail: 'm@example.org', userName: 'M', role: 'member' as const },
  });
  const invite = await stack.store.invites.create(tenant, {
    ...{ email: 'invited@example.org', code: 'ABCDEFGHJK', invitedBy: client.user.id },
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const { items: entries } = await stack.store.catalog.list({ language: 'es' });
  return {
    tenant,
    owner: client.user,
    student: student!,
    asset: asset._id,
    template: templateId,
    revision: revision._id,
    catalogEntry: entries[0]!._id,
    certId: certIds[0]!,
    batch: batchId,
    signingCertificate: signing.id,
    report: report._id,
    font: font._id,
    fontSha256: font.sha256,
    member: member._id,
    invite: invite._id,
    inviteCode: invite.code,
    session: (await stack.store.sessions.list(client.user.id))[0]!._id,
  };
}

beforeAll(async () => {
  stack = await startTestStack({ LIMITS_FACTOR: '1000' }, { syncWaitMs: 100 });
  mongo = await MongoClient.connect(stack.backings.env.MONGO_URL!);
  academy = await openAcademy(stack);
  const { ana, tenant, templateId, blobs } = academy;
  worker = servePreviews(stack.backings.env.REDIS_URL!, blobs, async () => Buffer.from('{}'));
  foreign = await createResources(ana, tenant, academy);
  design = await ana.call(templatesApi, 'get', { tenant, query: { id: templateId } });

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
  own = { ...foreign, tenant: made._id };
});
afterAll(async () => {
  await mongo?.close();
  await worker?.close();
  await academy?.close();
  await stack?.close();
});

/** Where a request names its organization. */
type Naming = 'header' | 'query' | 'body';

function send(
  row: CallRow,
  target: TenantResources,
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

/** Runs attempts and expects that the organization's documents are unchanged. */
async function expectUnchanged(tenantId: string, attempts: () => Promise<void>): Promise<void> {
  const before = await snapshotOf(tenantId);
  expect(Object.values(before).flat().length).toBeGreaterThan(10);
  await attempts();
  expect(await snapshotOf(tenantId)).toEqual(before);
}

/** The error of a member without the call's permission. */
const refusalOf = ({ call: { access } }: CallRow): ErrorCode =>
  (access.kind === 'tenant' && access.refusedWith) || 'forbidden';

describe('outsiders', () => {
  it('without a session can make only public calls', async () => {
    await expectUnchanged(foreign.tenant, async () => {
      for (const row of guarded) {
        const response = await send(row, foreign, {});
        expect([row.name, response.status]).toEqual([row.name, 401]);
      }
    });
  });

  it('who are members of another organization, removed, blocked or pending are refused, wherever they name the tenant', async () => {
    await expectUnchanged(foreign.tenant, async () => {
      for (const name of ['stranger', 'removed', 'blocked', 'pending']) {
        const as = people[name]!;
        for (const row of ofTenant) {
          const attempts = [
            send(row, foreign, { as }),
            send(row, foreign, { as, naming: 'query' }),
            send(row, foreign, { as, naming: 'query', header: own.tenant }),
          ];
          for (const response of await Promise.all(attempts)) {
            const { code } = (await response.json()) as { code?: string };
            expect([name, row.name, code]).toEqual([name, row.name, 'not_member']);
          }
          // A call without a tenant in its body schema uses the header's, which may be their own.
          const mixed = await send(row, foreign, { as, naming: 'body', header: own.tenant });
          const text = await mixed.text();
          expect([row.name, text.includes('Ana Luz'), mixed.status < 500]).toEqual([row.name, false, true]);
        }
      }
    });
  });

  it('cannot reach another organization’s resources from their own', async () => {
    await expectUnchanged(foreign.tenant, async () => {
      const as = people.stranger!;
      for (const row of ofTenant) {
        const attempt = row.attempt(own, design);
        const response = await send({ ...row, attempt: () => attempt }, own, { as });
        const text = await response.text();
        expect([row.name, text.includes('Ana Luz'), text.includes(foreign.certId)]).toEqual([
          row.name,
          false,
          false,
        ]);
      }
    });
  });

  it('and members cannot make the operator’s calls', async () => {
    await expectUnchanged(foreign.tenant, async () => {
      for (const as of Object.values(people)) {
        for (const row of ofOperator) {
          const response = await send(row, foreign, { as });
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
    'with role %s can make exactly the calls of their permissions',
    async (role: Role) => {
      const as = people[role]!;
      const isOpen = ({ call }: CallRow) =>
        call.access.kind === 'tenant' &&
        call.access.anyOf.some((permission) => isAllowed([role], permission));
      await expectUnchanged(foreign.tenant, async () => {
        for (const row of ofTenant.filter((entry) => !isOpen(entry))) {
          const response = await send(row, foreign, { as });
          const { code } = (await response.json()) as { code: string };
          expect([role, row.name, code]).toEqual([role, row.name, refusalOf(row)]);
        }
      });
      // Only reads: writes would delete resources that the next role needs.
      for (const row of ofTenant.filter((entry) => isOpen(entry) && entry.call.method === 'GET')) {
        const response = await send(row, foreign, { as });
        expect([role, row.name, response.status]).toEqual([role, row.name, 200]);
      }
    },
  );

  it('with the permission can make writing calls', async () => {
    const as = people.admin!;
    const isOpen = ({ call }: CallRow) =>
      call.access.kind === 'tenant' &&
      call.access.anyOf.some((permission) => isAllowed(['admin'], permission));
    const writing = ofTenant.filter((entry) => entry.call.method !== 'GET' && isOpen(entry));
    // Who has left can make no other call.
    const isLeaving = ({ name }: CallRow) => name === 'tenants.leave';
    for (const row of [...writing.filter((row) => !isLeaving(row)), ...writing.filter(isLeaving)]) {
      const response = await send(row, foreign, { as });
      const { code } = (await response.json()) as { code?: string };
      expect([row.name, code === refusalOf(row) || code === 'not_member', response.status < 500]).toEqual([
        row.name,
        false,
        true,
      ]);
    }
    const root = await stack.signIn('root@sello.example');
    expect((await root.call(organizationsApi, 'get', { query: { id: foreign.tenant } }))._id).toBe(
      foreign.tenant,
    );
  });
});
