import {
  certificatesApi,
  foundCertificate,
  organizationsApi,
  rpcApi,
  studentsApi,
  tenantsApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { newCertId, newId } from '@sello/store';
import { createConnection } from 'mongoose';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { type Academy, openAcademy } from './academy.ts';
import { describeNames } from './organization-names.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;
let root: ApiClient;
beforeAll(async () => {
  stack = await startTestStack({}, { syncWaitMs: generous });
  academy = await openAcademy(stack);
  root = await stack.signIn('root@sello.example');
});
afterAll(async () => {
  await academy.close();
  await stack.close();
});

const lookUp = async (certId: string) => {
  const response = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${certId}`);
  return foundCertificate.parse(await response.json()).certificate;
};

/** Issues a certificate to a new student; returns its id. */
async function issueOne(): Promise<string> {
  const { certIds } = await academy.issue(await academy.addStudents('Ana Luz'));
  return certIds[0]!;
}

describe('the identity of an organization', () => {
  it('is unproven until an operator confirms it, and again after the confirmation is withdrawn', async () => {
    const { ana, tenant } = academy;
    const before = await issueOne();
    expect((await lookUp(before)).issuer.identity).toEqual({ kind: 'unproven' });
    await expect(
      ana.call(organizationsApi, 'confirm', { body: { id: tenant, how: 'I say so' } }),
    ).rejects.toMatchObject({ code: 'super_admin_required' });

    const confirmed = await root.call(organizationsApi, 'confirm', {
      body: { id: tenant, how: 'Called the number in the register' },
    });
    expect(confirmed).toMatchObject({
      identity: { kind: 'operator' },
      confirmation: { by: 'Root', at: expect.any(String), how: /register/ },
    });
    const { issuer } = await lookUp(before);
    expect(issuer.identity).toMatchObject({ kind: 'operator', since: expect.any(String) });
    expect(JSON.stringify(issuer)).not.toContain('register');

    await root.call(organizationsApi, 'withdraw', { body: { id: tenant, reason: 'The register was wrong' } });
    expect((await lookUp(before)).issuer.identity).toEqual({ kind: 'unproven' });
    await expect(
      root.call(organizationsApi, 'withdraw', { body: { id: tenant, reason: 'Again' } }),
    ).rejects.toMatchObject({ code: 'organization_not_confirmed' });
    const trail = await stack.store.auditLog.list(tenant);
    expect(trail.items.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['organizations.confirm', 'organizations.withdraw']),
    );
  });

  it('is proven by a verified domain; a certificate records the identity at its issue', async () => {
    const { tenant } = academy;
    const domain = await stack.store.domains.add(tenant, {
      domain: 'certs.ana.example',
      token: 'x'.repeat(32),
      dnsRecords: [],
    });
    const check = (status: 'verified' | 'failed', at: number) =>
      stack.store.domains.recordCheck(tenant, domain._id, {
        status,
        dnsRecords: [],
        misses: 0,
        nextCheckAt: null,
        checkedAt: new Date(at),
      });
    const [start, later] = [Date.now() - 60_000, Date.now() - 30_000];
    await check('verified', start);
    await check('verified', later);
    const certId = await issueOne();
    const proved = (await lookUp(certId)).issuer;
    expect(proved.identity).toEqual({
      kind: 'domain',
      domain: 'certs.ana.example',
      since: new Date(start).toISOString(),
      checkedAt: new Date(later).toISOString(),
    });
    const lapsedAt = Date.now() + 5_000;
    await check('failed', lapsedAt);
    await check('failed', lapsedAt + 1_000);
    const record = (await stack.store.tenants.get(tenant))!;
    expect(record.formerIdentities?.filter(({ kind }) => kind === 'domain')).toHaveLength(1);
    const { identity, atIssue } = (await lookUp(certId)).issuer;
    expect(identity).toEqual({ kind: 'unproven' });
    expect(atIssue).toEqual({
      kind: 'domain',
      domain: 'certs.ana.example',
      lapsedAt: new Date(lapsedAt).toISOString(),
    });
    // What is issued from then on was never proved, and the proof of what was issued before stays.
    const after = await issueOne();
    expect((await lookUp(after)).issuer).toMatchObject({
      identity: { kind: 'unproven' },
      atIssue: { kind: 'unproven' },
    });
    expect((await lookUp(certId)).issuer.atIssue).toEqual(atIssue);
  });

  it('is confirmed for organizations created by a super admin or while sign-up is not open', async () => {
    const made = await root.call(tenantsApi, 'create', { body: { name: 'Made by the operator' } });
    expect(await root.call(organizationsApi, 'get', { query: { id: made._id } })).toMatchObject({
      identity: { kind: 'operator' },
    });
    const invited = await stack.startBff({ SIGNUPS: 'invited', PUBLIC_URL: stack.app });
    const token = await academy.ana.token();
    const response = await fetch(`${invited.app}/api/tenants?fn=create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Made while nobody comes in unasked' }),
    });
    const { _id } = (await response.json()) as { _id: string };
    const { identity } = await root.call(organizationsApi, 'get', { query: { id: _id } });
    expect(identity.kind).toBe('operator');
  });
});

describeNames(() => ({ stack, root }));

describe('the operator’s list', () => {
  it('shows every organization, with search and filters', async () => {
    const { tenant } = academy;
    const page = await root.call(organizationsApi, 'list', { query: { search: 'academia', limit: 10 } });
    const own = page.items.find((entry) => entry._id === tenant)!;
    expect(own).toMatchObject({
      owner: 'ana@example.org',
      members: 1,
      students: expect.any(Number),
      reports: 0,
    });
    expect(own.issued).toBeGreaterThan(0);
    const kinds = async (identity: 'operator' | 'unproven') =>
      (await root.call(organizationsApi, 'list', { query: { identity } })).items.map(
        (entry) => entry.identity.kind,
      );
    expect(new Set(await kinds('operator'))).toEqual(new Set(['operator']));
    expect(new Set(await kinds('unproven'))).toEqual(new Set(['unproven']));
    const first = await root.call(organizationsApi, 'list', { query: { limit: 2 } });
    const next = await root.call(organizationsApi, 'list', {
      query: { limit: 2, cursor: first.nextCursor! },
    });
    expect(next.items.map((entry) => entry._id)).not.toEqual(first.items.map((entry) => entry._id));
    await expect(academy.ana.call(organizationsApi, 'list', { query: {} })).rejects.toMatchObject({
      code: 'super_admin_required',
    });
  });

  it('finds an organization by its name, its owner and its domain, in any order and without accents', async () => {
    const jose = await stack.signIn('j.nunez@correo.example');
    await stack.store.users.rename(jose.user.id, 'José Núñez Peña');
    const { _id: id } = await jose.call(tenantsApi, 'create', { body: { name: 'Colegio de Médicos' } });
    const { _id: other } = await jose.call(tenantsApi, 'create', { body: { name: 'Liga de Ajedrez' } });
    await stack.store.domains.add(id, {
      domain: 'titulos.medicos.example',
      token: 'y'.repeat(32),
      dnsRecords: [],
    });
    const find = async (search: string) => {
      const { items, total } = await root.call(organizationsApi, 'list', { query: { search } });
      expect(total).toBe(items.length);
      return items.map((entry) => entry._id);
    };
    expect(await find('jose NUNEZ')).toEqual([other, id]);
    expect(await find('j.nunez@correo')).toEqual([other, id]);
    expect(await find('titulos.medicos')).toEqual([id]);
    expect(await find('nunez colegio')).toEqual([id]);
    expect(await find('medicos.example correo.example')).toEqual([id]);
    expect(await find('nunez academia')).toEqual([]);
    expect(await find('.*')).toEqual([]);
    const { items } = await root.call(organizationsApi, 'list', { query: { search: 'titulos', limit: 5 } });
    expect(items).toMatchObject([
      {
        owner: 'j.nunez@correo.example',
        ownerName: 'José Núñez Peña',
        claimedDomain: 'titulos.medicos.example',
      },
    ]);
    // A former owner does not match.
    const member = (await stack.store.members.of(other, jose.user.id))!;
    const heir = { userId: newId(), userEmail: 'heir@liga.example', userName: 'Ana', role: 'owner' as const };
    await stack.store.members.add(other, heir);
    await stack.store.members.changeRole(other, member._id, 'admin');
    expect(await find('j.nunez')).toEqual([id]);
    expect(await find('heir@liga')).toEqual([other]);
  });

  it('streams all rows, equal to the pages', async () => {
    const raw = await createConnection(stack.backings.env.MONGO_URL!).asPromise();
    const pattern = await raw.collection<{ _id: string }>('tenants').findOne({ _id: academy.tenant });
    const made = Array.from({ length: 520 }, (_, place) => ({
      ...pattern!,
      _id: newId(),
      name: `Filial ${place}`,
      nameKey: `filial ${place}`,
      createdAt: new Date(Date.now() - place * 1_000),
    }));
    await raw.collection<{ _id: string }>('tenants').insertMany(made);
    await raw.close();
    const whole = await root.call(organizationsApi, 'list', { query: { search: 'filial' } });
    expect([whole.items.length, whole.total, whole.nextCursor]).toEqual([520, 520, null]);
    const query = { search: 'filial', limit: 300 };
    const first = await root.call(organizationsApi, 'list', { query });
    const rest = await root.call(organizationsApi, 'list', {
      query: { ...query, cursor: first.nextCursor! },
    });
    expect([...first.items, ...rest.items]).toEqual(whole.items);
    const token = await root.token();
    const plain = await stack.startBff({ PUBLIC_URL: stack.app }, { checkReplies: false });
    const response = await fetch(`${plain.app}/api/organizations?fn=list&search=filial`, {
      headers: { authorization: `Bearer ${token}` },
    });
    // Streamed while it is read: without Content-Length.
    expect(response.headers.get('content-length')).toBeNull();
    expect(await response.json()).toEqual(whole);
  });

  it('shows reports of impostors, which the reported issuer cannot see', async () => {
    const certId = await issueOne();
    const report = (body: object) =>
      fetch(`${stack.app}/api/verify?fn=report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await report({ certId, text: 'The institute knows nothing of this.' })).status).toBe(200);
    expect((await report({ certId, text: 'They asked for money.' })).status).toBe(200);
    expect((await report({ certId: newCertId(), text: 'x' })).status).toBe(404);
    expect((await report({ certId, text: '   ' })).status).toBe(400);
    const { items } = await root.call(organizationsApi, 'reports', { query: { closed: 'false' } });
    expect(items).toMatchObject([{ certId, tenantId: academy.tenant, total: 2, open: 2 }]);
    expect(items[0]!.reports.map(({ text }) => text).sort()).toEqual([
      'The institute knows nothing of this.',
      'They asked for money.',
    ]);
    const until = items[0]!.reports[0]!.at;
    await root.call(organizationsApi, 'close-reports', { body: { certId, until } });
    expect((await root.call(organizationsApi, 'reports', { query: { closed: 'false' } })).items).toEqual([]);
    await expect(
      root.call(organizationsApi, 'close-reports', { body: { certId: newCertId(), until } }),
    ).rejects.toMatchObject({ code: 'report_not_found' });
    await expect(academy.ana.call(organizationsApi, 'reports', { query: {} })).rejects.toMatchObject({
      code: 'super_admin_required',
    });
  });

  it('closes an organization to its members and opens it again', async () => {
    const { ana, tenant } = academy;
    const socket = io(stack.app, {
      transports: ['websocket'],
      auth: { token: await ana.token(), tenantId: tenant },
      reconnection: false,
    });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await root.call(organizationsApi, 'pause', { body: { id: tenant, what: 'signIns', reason: 'Spam' } });
    expect(await ended).toBe('io server disconnect');
    const closedAt = async (client: ApiClient) => {
      const asked = { user_uuid: client.user.id, tenant_uuid: tenant };
      return (await client.call(rpcApi, 'get_all_user_data', { body: asked })).closedAt;
    };
    expect([await closedAt(ana), await closedAt(root)]).toEqual([expect.any(String), undefined]);
    await expect
      .poll(() => ana.call(studentsApi, 'list', { tenant, query: {} }).catch((e) => e.code))
      .toBe('organization_paused');
    await root.call(organizationsApi, 'resume', { body: { id: tenant, what: 'signIns' } });
    await expect
      .poll(() =>
        ana.call(studentsApi, 'list', { tenant, query: { limit: 1 } }).then(
          (page) => page.items.length,
          () => 0,
        ),
      )
      .toBe(1);
  });
});

describe('mail', () => {
  it('is sent only to the address in the student’s record', async () => {
    const { ana, tenant } = academy;
    const certId = await issueOne();
    const send = (email: string) =>
      ana.call(certificatesApi, 'send-emails', {
        tenant,
        body: { students: [{ certificateUrl: `${stack.app}/c/${certId}`, email }] },
        isAsync: true,
      });
    await expect(send('stranger@example.com')).rejects.toMatchObject({ code: 'no_certificates_to_email' });
    expect(await send('HOLDER@example.org')).toHaveProperty('batchId');
  });

  it('is paused for one organization by an operator', async () => {
    const { ana, tenant } = academy;
    const certId = await issueOne();
    const body = { students: [{ certificateUrl: `${stack.app}/c/${certId}` }] };
    await root.call(organizationsApi, 'pause', { body: { id: tenant, what: 'mail', reason: 'Complaints' } });
    await expect(ana.call(certificatesApi, 'send-emails', { tenant, body })).rejects.toMatchObject({
      code: 'mail_paused',
    });
    const known = async (client: ApiClient) => {
      const asked = { user_uuid: client.user.id, tenant_uuid: tenant };
      return (await client.call(rpcApi, 'get_all_user_data', { body: asked })).mailPause;
    };
    expect(await known(ana)).toEqual({ at: expect.any(String), reason: 'Complaints' });
    expect(await known(await stack.signIn('stranger@example.org'))).toBeUndefined();
    const details = await root.call(organizationsApi, 'get', { query: { id: tenant } });
    expect(details).toMatchObject({ mailPause: { reason: 'Complaints' }, mail: { day: { limit: 100 } } });
    const socket = io(stack.app, {
      transports: ['websocket'],
      auth: { token: await ana.token(), tenantId: tenant },
      reconnection: false,
    });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const output = new Promise((resolve) => socket.once('mailPause', resolve));
    await root.call(organizationsApi, 'resume', { body: { id: tenant, what: 'mail' } });
    expect(await output).toEqual({ tenantId: tenant });
    socket.disconnect();
    expect(await known(ana)).toBeUndefined();
    // An automatic pause is reported in numbers instead of text, so that it can be translated.
    await stack.store.mailAccounts.noteOutcomes(tenant, [
      ...Array.from({ length: 11 }, () => true),
      ...[false, false],
    ]);
    expect(await known(ana)).toEqual({ at: expect.any(String), refused: { count: 11, of: 13 } });
    await root.call(organizationsApi, 'resume', { body: { id: tenant, what: 'mail' } });
    expect(await ana.call(certificatesApi, 'send-emails', { tenant, body, isAsync: true })).toHaveProperty(
      'batchId',
    );
  });
});
