import {
  type AuditFilters,
  apis,
  auditActions,
  dayIn,
  errorTable,
  platformActor,
  templatesApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { certificatePem, generateSigningCertificate } from '@sello/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import { actionsAfter, acts, auditedByName, type Scene } from './audited-acts.ts';
import { servePreviews } from './fake-worker.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;
let scene: Scene;
let worker: ReturnType<typeof servePreviews>;
let ana: ApiClient;
let tenant: string;

beforeAll(async () => {
  stack = await startTestStack({ LIMITS_FACTOR: '1000', TRUST_PROXY: '1' }, { syncWaitMs: 100 });
  academy = await openAcademy(stack);
  ({ ana, tenant } = academy);
  const { templateId, blobs } = academy;
  worker = servePreviews(
    stack.backings.env.REDIS_URL!,
    blobs,
    async () => Buffer.from('%PDF-1.7'),
    async () => ({ pages: [], notes: [], pageCount: 1 }),
  );
  const params = { reason: '', location: '', contactInfo: '', name: 'Firma' };
  const key = await generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Academia', params });
  let newcomers = 0;
  scene = {
    ...{ stack, academy, root: await stack.signIn('root@sello.example') },
    async newcomer(role) {
      const client = await stack.signIn(`newcomer-${++newcomers}@example.org`);
      const { id: userId, email: userEmail } = client.user;
      const member =
        role && (await stack.store.members.add(tenant, { userId, userEmail, userName: userEmail, role }));
      return { ...client, memberId: member?._id };
    },
    design: (await ana.call(templatesApi, 'get', { tenant, query: { id: templateId } })) as never,
    signingFile: pemOf(key),
  };
  const { _id: _, rev: __, thumbnail: ___, ...design } = scene.design as Record<string, unknown>;
  scene.design = design as never;
});
afterAll(async () => {
  await worker?.close();
  await academy?.close();
  await stack?.close();
});

function pemOf({ chain, privateKeyPkcs8 }: Awaited<ReturnType<typeof generateSigningCertificate>>): Buffer {
  const key = Buffer.from(privateKeyPkcs8).toString('base64');
  return Buffer.from(
    `${certificatePem(chain)}\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
  );
}

const ask = (query: Partial<AuditFilters> & { limit?: number; cursor?: string } = {}) =>
  ana.call(apis.audit, 'list', { tenant, query: { tenantId: tenant, limit: 50, ...query } });

describe('every call', () => {
  it('but reads has an entry; those without a line in the log say why', () => {
    for (const [name, { method, audited }] of auditedByName) {
      if (audited === undefined) expect([name, method]).toEqual([name, 'GET']);
      if (typeof audited === 'object' && 'none' in audited) expect(audited.none.length).toBeGreaterThan(30);
    }
  });

  it('that has an entry is made by this test, and so is every other action but those of a stolen session and of the operator', () => {
    const calls = [...auditedByName].flatMap(([name, { audited }]) =>
      audited === undefined || (typeof audited === 'object' && 'none' in audited) ? [] : [name],
    );
    const made = Object.keys(acts);
    expect(calls.filter((name) => !made.includes(name))).toEqual(['tenants.certificates-action']);
    const actions = new Set(made.flatMap(actionsAfter));
    expect(Object.keys(auditActions).filter((action) => !actions.has(action as never))).toEqual([
      'auth.session-stopped',
      'auth.sessions-ended',
    ]);
  });

  it.each(Object.entries(acts))('%s leaves one line with its person and network', async (name, act) => {
    const before = new Date();
    const { by, tenant: where = tenant } = await act(scene);
    const { items } = await stack.store.auditLog.list(where, { from: before, actorId: by.user.id });
    const actions = actionsAfter(name) as string[];
    const lines = items.filter(({ action }) => actions.includes(action));
    expect([name, items.map(({ action }) => action), lines.length]).toEqual([name, expect.anything(), 1]);
    expect(lines[0]).toMatchObject({ actorName: expect.any(String), network: expect.any(String) });
    // A student may have to be erased, and the log is not changed.
    expect(JSON.stringify(lines)).not.toMatch(/Ana Luz|Íñigo|Imported/);
  });
});

describe('the log', () => {
  const save = (fullName: string, address: string, extra: object = {}) =>
    ana.fetch('/api/students?fn=upsert', {
      method: 'POST',
      headers: { 'x-tenant-id': tenant, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ fullName, email: 'a@example.org', ...extra }),
    });
  const read = async (path: string, as = ana) => {
    const response = await as.fetch(`/api/audit?tenantId=${tenant}&${path}`);
    // `text()` would leave out the byte order mark.
    return { response, text: Buffer.from(await response.arrayBuffer()).toString() };
  };

  it('keeps of an address its /24 or its /48', async () => {
    const networks: Record<string, string> = {
      '203.0.113.77': '203.0.113.0/24',
      '::ffff:203.0.113.78': '203.0.113.0/24',
      '2001:db8:7a:1:2:3:4:5': '2001:db8:7a::/48',
    };
    for (const [address, network] of Object.entries(networks)) {
      await save('Net', address);
      const [line] = (await ask({ limit: 1 })).items;
      expect(line).toMatchObject({ action: 'students.upsert', network });
      expect(JSON.stringify(await stack.store.auditLog.list(tenant))).not.toContain(address);
    }
  });

  it('is paged newest first, without a gap', async () => {
    const whole = await ask({ limit: 1000 });
    expect(whole.total).toBe(whole.items.length);
    const times = whole.items.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ limit: 17, ...(cursor && { cursor }) });
      paged.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(whole.items.map(({ _id }) => _id));
  });

  it('is filtered by person, kind, time and words', async () => {
    await stack.store.auditLog.append(tenant, {
      ...{ actorId: platformActor, actorName: 'Sello', action: 'organizations.pause' },
      details: { what: 'mail', reason: '11 of the last 11 were refused' },
    });
    const people = await ana.call(apis.audit, 'people', { tenant, query: { tenantId: tenant } });
    expect(people).toContainEqual({ id: platformActor, name: 'Sello' });
    expect(people.filter(({ id }) => id === ana.user.id)).toHaveLength(1);
    const bySello = await ask({ person: platformActor });
    expect(bySello.items.map(({ action }) => action)).toEqual(['organizations.pause']);
    expect(bySello.items[0]).not.toHaveProperty('network');

    const signIns = (await ask({ kind: 'signIn' })).items;
    expect(signIns.length).toBeGreaterThan(3);
    expect(signIns.every(({ action }) => /^(auth|sessions)\./.test(action))).toBe(true);

    const [newest, second] = (await ask({ limit: 2 })).items;
    expect((await ask({ from: newest!.at })).items.map(({ _id }) => _id)).toEqual([newest!._id]);
    expect((await ask({ to: newest!.at, limit: 1 })).items[0]?._id).toBe(second!._id);

    expect((await ask({ search: 'refused last' })).items.map(({ _id }) => _id)).toEqual([newest!._id]);
    expect((await ask({ search: 'WRONG person' })).items[0]?.action).toBe('certificates.revoke');
    const about = await ask({ search: 'inigo' });
    expect(about.items[0]).toMatchObject({ action: 'students.upsert', subject: 'Íñigo Peña' });
    for (const search of ['.*', '([', '$ne', 'a'.repeat(200)]) {
      expect((await ask({ search })).items).toEqual([]);
    }
  });

  it('forgets the name of a student who is gone', async () => {
    const [id] = await academy.addStudents('Soon Forgotten');
    expect((await ask({ limit: 1 })).items[0]).toMatchObject({ subject: 'Soon Forgotten', target: id });
    await stack.store.trash.put(tenant, [id!], { userId: 'somebody', deletion: 'once' });
    const [line] = (await ask({ limit: 1 })).items;
    expect(line).toMatchObject({ target: id });
    expect(line).not.toHaveProperty('subject');
  });

  it('notes the saves of an editor once in ten minutes', async () => {
    const body = { ...scene.design, name: 'Saved often' } as never;
    let { _id, rev } = await ana.call(templatesApi, 'upsert', { tenant, body });
    for (let save = 0; save < 4; save++) {
      const again = { ...(body as object), _id, rev } as never;
      ({ _id, rev } = await ana.call(templatesApi, 'upsert', { tenant, body: again }));
    }
    const { items } = await ask({ search: '"Saved often"'.replaceAll('"', '') });
    expect(items.length).toBeGreaterThanOrEqual(2);
    // Two periods when the test runs across the border between them.
    expect(items.length).toBeLessThanOrEqual(3);
    expect(items.at(-1)!.details).toEqual({ name: 'Saved often', created: true });
  });

  it('is exported as CSV without formulas, by the same filters', async () => {
    await save('=HYPERLINK("https://evil.example")', '203.0.113.9');
    const reason = '@SUM(1+1)*cmd|calc, "quoted"\nsecond';
    await ana.call(templatesApi, 'freeze', {
      tenant,
      body: { id: academy.templateId, reason: 'named', label: reason.split('\n')[0]! },
    });
    // A place where it is another day than in UTC.
    const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
    await stack.store.tenants.update(tenant, { timeZone: zone });
    const { response, text } = await read('fn=export&kind=students');
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const day = dayIn(zone, new Date());
    expect(headers.get('content-disposition')).toContain(`filename="audit-log_${day}.csv"`);
    expect(headers.get('cache-control')).toBe('no-store');
    const lines = text.slice(1).trimEnd().split('\r\n');
    expect(text.startsWith('\ufefftime,person,personId,action,subject,target,details,network\r\n')).toBe(
      true,
    );
    expect(lines.length - 1).toBe((await ask({ kind: 'students', limit: 1000 })).total);
    expect(lines[1]).toContain(`students.upsert,"'=HYPERLINK(""https://evil.example"")",`);
    expect(lines.slice(1).every((line) => line.includes(',students.'))).toBe(true);
    const all = (await read('fn=export')).text;
    expect(all.match(/(^|,)"?[=+@-]/gm)).toBeNull();
    expect(all).toContain('audit.export');
    const semicolons = (await read('fn=export&delimiter=%3B')).text;
    expect(semicolons.slice(1)).toMatch(/^time;person;personId;/);
    expect((await read('fn=export&delimiter=%7C')).response.status).toBe(400);
  });

  it('is for owners and admins, of their own organization', async () => {
    const member = await scene.newcomer('member');
    const admin = await scene.newcomer('admin');
    const stranger = await scene.newcomer();
    for (const fn of ['list', 'people', 'export']) {
      expect((await read(`fn=${fn}`, admin)).response.status).toBe(200);
      const refused = await read(`fn=${fn}`, member);
      expect([refused.response.status, JSON.parse(refused.text).code]).toEqual([403, 'forbidden']);
      const outside = await read(`fn=${fn}`, stranger);
      expect([outside.response.status, JSON.parse(outside.text).code]).toEqual([403, 'not_member']);
    }
  });

  it('refuses malformed filters', async () => {
    const bad = [
      ...['person=x', 'person=a&person=b', 'kind=__proto__', 'from=yesterday', 'to=2026-13-01T00:00:00Z'],
      ...['from=1&from=2', `search=${'x'.repeat(201)}`, 'cursor=%00', 'limit=0'],
    ];
    for (const query of bad) {
      const { response, text } = await read(`fn=list&limit=5&${query}`);
      expect([query, response.status, JSON.parse(text).code]).toEqual([query, 400, 'invalid_payload']);
      expect(errorTable.invalid_payload.status).toBe(400);
    }
  });
});
