import { batchesApi, certificatesApi, studentsApi, templatesApi, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { certificatePem, generateSigningCertificate } from '@sello/proof';
import type { Store } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { type Academy, openAcademy } from './academy.ts';
import { describeDomains } from './domains.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;
let ana: ApiClient;
let tenant: string;
let templateId: string;

beforeAll(async () => {
  stack = await startTestStack({}, { syncWaitMs: generous, lockWaitMs: 100 });
  academy = await openAcademy(stack);
  ({ ana, tenant, templateId } = academy);
});
afterAll(async () => {
  await academy.close();
  await stack.close();
});

/** A certificate that was generated elsewhere with its key, as PEM. */
async function certificateFile(): Promise<string> {
  const params = { reason: '', location: '', contactInfo: '', name: 'Rectorado' };
  const made = await generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Otra', params });
  const key = Buffer.from(made.privateKeyPkcs8).toString('base64');
  return `${certificatePem(made.chain)}\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
}

describe('organizations', () => {
  it('start with the built-in templates in the requested language', async () => {
    const { items } = await ana.call(templatesApi, 'list', { tenant });
    expect(items.length).toBeGreaterThanOrEqual(3);
    const template = await ana.call(templatesApi, 'get', { tenant, query: { id: items[0]!._id } });
    expect(template).toMatchObject({ version: 2, rev: 1, thumbnailUrl: expect.any(String) });
    expect(template.locale).toMatch(/^es/);
    expect(template).not.toHaveProperty('design');
  });

  it('require a name that the owner has not used yet', async () => {
    const create = (name: string) => ana.call(tenantsApi, 'create', { body: { name } });
    await expect(create('  ')).rejects.toMatchObject({
      code: 'tenant_name_required',
      message: /Tenant name is required/,
    });
    await expect(create('academia ANA')).rejects.toMatchObject({ code: 'tenant_name_taken' });
  });

  it('refuse names with invisible or bidi characters, as do students and templates', async () => {
    const template = await ana.call(templatesApi, 'get', { tenant, query: { id: templateId } });
    for (const name of ['\u202efdp.exe', 'Ana\u2066', 'Ana\u0000', '\u3164', '\u200b', '\u0301']) {
      const refused = { code: 'text_unreadable', status: 400 };
      await expect(ana.call(tenantsApi, 'create', { body: { name } })).rejects.toMatchObject(refused);
      for (const body of [{ name }, { publicName: name }]) {
        const changed = ana.call(tenantsApi, 'settings-update', { query: { tenantId: tenant }, body });
        await expect(changed).rejects.toMatchObject(refused);
      }
      const student = { fullName: name, custom: {} };
      await expect(ana.call(studentsApi, 'upsert', { tenant, body: student })).rejects.toMatchObject({
        ...refused,
        details: { field: 'fullName' },
      });
      const { _id: _, rev: __, ...body } = { ...template, name };
      await expect(ana.call(templatesApi, 'upsert', { tenant, body })).rejects.toMatchObject(refused);
    }
    await expect(ana.call(tenantsApi, 'create', { body: { name: 'Ana\u2066' } })).rejects.toMatchObject({
      details: { field: 'name', letter: 'U+2066', at: 4 },
    });
    const filled = { fullName: 'Ana\u3164María\u00ad', custom: {} };
    expect((await ana.call(studentsApi, 'upsert', { tenant, body: filled })).fullName).toBe('Ana María');
    const oneLine = { fullName: 'Ana\r\nMaría', custom: {} };
    expect((await ana.call(studentsApi, 'upsert', { tenant, body: oneLine })).fullName).toBe('Ana María');
  });

  it('take the time zone of their creator’s browser, and those from before that of the first owner who visits', async () => {
    const create = (body: { name: string; timeZone?: string }) => ana.call(tenantsApi, 'create', { body });
    const lima = await create({ name: 'In Lima', timeZone: 'America/Lima' });
    expect(lima.timeZone).toBe('America/Lima');
    const unknown = { code: 'time_zone_unknown', status: 400 };
    await expect(create({ name: 'On Mars', timeZone: 'Mars/Olympus' })).rejects.toMatchObject(unknown);

    const { _id: tenantId, timeZone } = await create({ name: 'From before' });
    expect(timeZone).toBeUndefined();
    const visit = (zone: string, client = ana) =>
      client.call(tenantsApi, 'time-zone', { tenant: tenantId, body: { timeZone: zone } });
    // Of owners who come at once, one is the first.
    const [first, other] = await Promise.all([visit('America/Bogota'), visit('Asia/Tokyo')]);
    expect(first.timeZone).toBe(other.timeZone);
    expect((await visit('Europe/Madrid')).timeZone).toBe(first.timeZone);
    await expect(visit('Mars/Olympus')).rejects.toMatchObject(unknown);
    const body = { timeZone: 'Europe/Madrid' };
    const saved = await ana.call(tenantsApi, 'settings-update', {
      tenant: tenantId,
      query: { tenantId },
      body,
    });
    expect(saved.timeZone).toBe('Europe/Madrid');
    const listed = await ana.call(tenantsApi, 'my', {});
    expect(listed.find(({ _id }) => _id === tenantId)?.timeZone).toBe('Europe/Madrid');
    const noted = (await stack.store.auditLog.list(tenantId)).items.map(({ action }) => action);
    expect(noted).toEqual(['tenants.settings-update', 'tenants.time-zone', 'tenants.create']);
  });

  it('are created once for repeated requests with the same key', async () => {
    const create = (name: string) =>
      ana.call(tenantsApi, 'create', { body: { name }, idempotencyKey: 'create-1' });
    const first = await create('Twice');
    expect(await create('Twice')).toEqual(first);
    await expect(create('Other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const names = (await ana.call(tenantsApi, 'my')).map(({ name }) => name);
    expect(names.filter((name) => name === 'Twice')).toHaveLength(1);
  });

  it('store their settings, and refuse a logo from another origin', async () => {
    const query = { tenantId: tenant };
    const body = { publicName: 'Academia pública', showIdNumber: true };
    const changed = await ana.call(tenantsApi, 'settings-update', { query, body });
    expect(changed).toMatchObject(body);
    expect(await ana.call(tenantsApi, 'settings', { query })).toEqual(changed);
    await ana.call(tenantsApi, 'settings-update', { query, body: { showIdNumber: false } });
    const foreign = { logoUrl: 'https://evil.example/logo.png' };
    await expect(ana.call(tenantsApi, 'settings-update', { query, body: foreign })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
    const { items } = await stack.store.auditLog.list(tenant);
    expect(items.map(({ action }) => action)).toContain('tenants.settings-update');
  });
});

describe('students', () => {
  it('are created, found, changed and deleted', async () => {
    const [id] = await academy.addStudents('Íñigo Peña');
    const found = await ana.call(studentsApi, 'list', { tenant, query: { search: 'inigo' } });
    expect(found.items[0]).toMatchObject({ _id: id, country: 'Peru', certified: false });
    const body = { _id: id!, fullName: 'Íñigo Peña', scoreLetter: 'a+', country: 'España' };
    const changed = await ana.call(studentsApi, 'upsert', { tenant, body });
    expect(changed).toMatchObject({ scoreLetter: 'A+', country: 'Spain' });
    await ana.call(studentsApi, 'delete', { tenant, query: { id: id! } });
    await expect(ana.call(studentsApi, 'delete', { tenant, query: { id: id! } })).rejects.toMatchObject({
      code: 'student_not_found',
    });
    await expect(ana.call(studentsApi, 'upsert', { tenant, body })).rejects.toMatchObject({
      code: 'student_not_found',
    });
  });

  it('are refused with the specification’s errors', async () => {
    const upsert = (body: object) =>
      ana.call(studentsApi, 'upsert', { tenant, body: { fullName: 'A', ...body } as { fullName: string } });
    const ends = { startDate: '2026-02-02', endDate: '2026-02-01' };
    await expect(upsert({ email: 'nobody' })).rejects.toMatchObject({ message: /Invalid email format/ });
    await expect(upsert({ scoreNumeric: 10.5 })).rejects.toMatchObject({
      message: /Numeric score must be between 0 and 10/,
    });
    await expect(upsert({ fullName: ' ' })).rejects.toMatchObject({ message: /fullName is required/ });
    await expect(upsert({ country: 'Atlantis' })).rejects.toMatchObject({ code: 'country_unknown' });
    await expect(upsert(ends)).rejects.toMatchObject({ code: 'date_order' });
    await expect(upsert({ templateId: 'f'.repeat(24) })).rejects.toMatchObject({
      code: 'template_not_found',
    });
  });

  it('keep their country when an update does not contain one', async () => {
    const chile = { fullName: 'Paula', country: 'Chile' };
    const { _id } = await ana.call(studentsApi, 'upsert', { tenant, body: chile });
    const changed = await ana.call(studentsApi, 'upsert', { tenant, body: { _id, fullName: 'Paula Rojas' } });
    expect(changed).toMatchObject({ fullName: 'Paula Rojas', country: 'Chile' });
  });

  it('can be searched with any text', async () => {
    for (const search of ['[(', '.*', '\\', '$where', '%']) {
      expect((await ana.call(studentsApi, 'list', { tenant, query: { search } })).total).toBe(0);
    }
    await expect(ana.call(studentsApi, 'list', { tenant, query: { search: 'a\0b' } })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
  });

  it('are imported from a CSV row by row, matched by idNumber; a dry run changes nothing', async () => {
    const students = [
      { fullName: 'Ana Ruiz', idNumber: 'CSV-1', country: 'Perú', Curso: 'Uno' },
      { fullName: '', idNumber: 'CSV-2' },
      { fullName: 'Luis', idNumber: 'CSV-3', scoreNumeric: '11' },
      { fullName: 'Eva', idNumber: 'CSV-4', templateId: 'f'.repeat(24) },
    ];
    const run = (more: object = {}) =>
      ana.call(studentsApi, 'import', { tenant, body: { students, firstRow: 100, ...more } });
    const dry = await run({ dryRun: true });
    const before = await ana.call(studentsApi, 'list', { tenant, query: { search: 'CSV-' } });
    expect(before.total).toBe(0);
    const first = await run();
    expect(first).toEqual(dry);
    expect(first).toMatchObject({ success: 1, added: 1, updated: 0, skipped: 0 });
    expect(first.errors.map(({ row, error }) => [row, error])).toEqual([
      [101, 'fullName is required'],
      [102, 'Numeric score must be between 0 and 10'],
      [103, 'Template not found'],
    ]);
    expect(await run()).toMatchObject({ added: 0, updated: 1 });
    expect(await run({ existing: 'skip' })).toMatchObject({ success: 0, skipped: 1 });
    expect(await run({ existing: 'add' })).toMatchObject({ added: 1 });
  });
});

describe('a repeated request with the same idempotency key', () => {
  const rows = [
    { fullName: 'Uno', idNumber: 'KEY-1', country: 'Peru' },
    { fullName: 'Dos', country: 'Peru' },
    { fullName: 'Dos otra vez', idNumber: 'KEY-1' },
    { fullName: 'Malo', email: 'no' },
  ];
  const send = (client: ApiClient, idempotencyKey: string, existing: 'update' | 'skip' | 'add') =>
    client.call(studentsApi, 'import', { tenant, body: { students: rows, existing }, idempotencyKey });
  const count = async () => (await ana.call(studentsApi, 'list', { tenant, query: { limit: 1 } })).total;
  /** Sends to another BFF than the stack's own, ignoring the status. */
  const sendTo = async (app: string, key: string, body: object) => {
    const response = await fetch(`${app}/api/students?fn=import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await ana.token()}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-tenant-id': tenant,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as object };
  };

  it('imports nobody twice and returns the same counts', async () => {
    const before = await count();
    const first = await send(ana, 'import-1', 'add');
    expect(first).toMatchObject({ added: 3, updated: 0, errors: [{ row: 3, code: 'email_invalid' }] });
    expect(await send(ana, 'import-1', 'add')).toEqual(first);
    expect(await count()).toBe(before + 3);
  });

  it.each(['update', 'skip', 'add'] as const)(
    'imports nobody twice after an interrupted request (%s)',
    async (existing) => {
      await stack.store.trash.put(tenant, await idsOf('KEY-1'), { userId: 'somebody', deletion: 'once' });
      let breaks = 1;
      const auditLog: Store['auditLog'] = {
        ...stack.store.auditLog,
        async append(...entry) {
          if (breaks-- > 0) throw new Error('the process died here');
          return stack.store.auditLog.append(...entry);
        },
      };
      const { app } = await stack.startBff(
        { PUBLIC_URL: stack.app },
        { store: { ...stack.store, auditLog } },
      );
      const ask = () => sendTo(app, `broken-${existing}`, { students: rows, existing });
      const before = await count();
      expect((await ask()).status).toBe(500);
      const added = existing === 'add' ? 3 : 2;
      expect(await count()).toBe(before + added);
      const again = await ask();
      expect(again.body).toMatchObject({ added, errors: [{ row: 3 }] });
      expect((await ask()).body).toEqual(again.body);
      expect(await count()).toBe(before + added);
    },
  );

  it('imports each row once although a colleague added one of the people after the interruption', async () => {
    let breaks = 1;
    const students: Store['students'] = {
      ...stack.store.students,
      async saveMany(of, { add, update }, from) {
        if (breaks-- <= 0) return stack.store.students.saveMany(of, { add, update }, from);
        const second = { importId: from!.importId, rows: from!.rows.slice(1, 2) };
        await stack.store.students.saveMany(of, { add: add.slice(1, 2), update: [] }, second);
        throw new Error('the process died here');
      },
    };
    const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { store: { ...stack.store, students } });
    const first = { fullName: 'Primera', idNumber: 'KEY-2' };
    const body = { students: [first, { fullName: 'Segunda' }, { fullName: 'Tercera' }], existing: 'skip' };
    expect((await sendTo(app, 'half', body)).status).toBe(500);
    await ana.call(studentsApi, 'upsert', { tenant, body: first });

    expect((await sendTo(app, 'half', body)).body).toMatchObject({ added: 2, skipped: 1 });
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: {} });
    const names = ['Primera', 'Segunda', 'Tercera'];
    expect(names.map((name) => items.filter(({ fullName }) => fullName === name).length)).toEqual([1, 1, 1]);
  });

  it('creates one student and one template', async () => {
    const student = () =>
      ana.call(studentsApi, 'upsert', { tenant, body: { fullName: 'Única' }, idempotencyKey: 'student-1' });
    expect(await student()).toEqual(await student());
    const { pages } = await ana.call(templatesApi, 'get', { tenant, query: { id: templateId } });
    const body = { name: 'Una sola', pages, tags: [] };
    const template = () => ana.call(templatesApi, 'upsert', { tenant, body, idempotencyKey: 'template-1' });
    expect(await template()).toEqual(await template());
  });

  it('is refused while a colleague’s import is running', async () => {
    const name = `students.import ${tenant}`;
    expect(await stack.store.locks.take(name, 'colleague', 60_000)).toBe(true);
    await expect(send(ana, 'import-2', 'skip')).rejects.toMatchObject({
      status: 409,
      code: 'import_running',
    });
    await stack.store.locks.release(name, 'colleague');
    expect(await send(ana, 'import-2', 'skip')).toMatchObject({ added: 1, skipped: 2 });
  });

  const idsOf = async (idNumber: string) =>
    (await stack.store.students.byIdNumbers(tenant, [idNumber])).map(({ _id }) => _id);
});

describe('signing certificates', () => {
  const query = () => ({ tenantId: tenant });
  const certificateParams = {
    reason: 'Academia Ana',
    location: 'Lima',
    contactInfo: 'mailto:a@b.org',
    name: 'Academia',
  };

  it('are generated, downloaded and revoked', async () => {
    const made = await ana.call(tenantsApi, 'certificates-action', {
      query: query(),
      body: { action: 'generate', algorithm: 'rsa-2048', certificateParams },
    });
    expect(made).toMatchObject({ status: 'active', algorithm: 'rsa-2048', origin: 'generated' });
    const { pem, fileName } = await ana.call(tenantsApi, 'certificate-download', {
      query: { ...query(), id: made.id },
    });
    expect([fileName, pem.split('\n')[0]]).toEqual(['Academia.pem', '-----BEGIN CERTIFICATE-----']);
    expect(JSON.stringify(await ana.call(tenantsApi, 'certificates', { query: query() }))).not.toMatch(
      /sealed|PRIVATE/,
    );
    const [student] = await academy.addStudents('Firmada');
    const signed = (await ana.call(certificatesApi, 'generate', {
      tenant,
      body: {
        bulk: true,
        students: [{ _id: student!, templateId }],
        digitalSigning: { enabled: true, method: 'self-signed', certificateId: made.id },
      },
      isAsync: true,
    })) as { batchId: string };
    expect((await ana.call(batchesApi, 'get', { tenant, query: { id: signed.batchId } })).batch.signed).toBe(
      true,
    );
    const revoked = await ana.call(tenantsApi, 'certificates-action', {
      query: query(),
      body: { action: 'revoke', id: made.id },
    });
    expect(revoked.status).toBe('revoked');
    expect((await ana.call(tenantsApi, 'certificates', { query: query() })).certificate).toBeNull();
  });

  it('are uploaded as a file, whose errors are reported', async () => {
    const upload = (name: string, bytes: string | Buffer, field = 'certificate') => {
      const form = new FormData();
      form.set('action', 'upload');
      form.set(field, new Blob([bytes as string]), name);
      const path = `/api/tenants?fn=settings&type=certificates&tenantId=${tenant}`;
      return ana.fetch(path, { method: 'POST', body: form });
    };
    expect(await (await upload('x.pem', 'nothing')).json()).toMatchObject({ code: 'certificate_unreadable' });
    expect(await (await upload('x.pem', 'nothing', 'other')).json()).toMatchObject({ code: 'file_missing' });
    expect((await upload('x.p12', Buffer.alloc(1_100_000))).status).toBe(413);
    // The specification allows five file extensions.
    const file = await certificateFile();
    expect((await upload('x.PEM', file)).status).toBe(200);
    expect(await (await upload('x.txt', file)).json()).toMatchObject({ code: 'certificate_unreadable' });
  });

  it('cannot be used while self-signing is off', async () => {
    const body = (selfSignedEnabled: boolean) => ({ settings: { selfSignedEnabled } });
    await ana.call(tenantsApi, 'certificates-update', { query: query(), body: body(false) });
    const [student] = await academy.addStudents('Sin firma');
    await expect(
      ana.call(certificatesApi, 'generate', {
        tenant,
        body: {
          bulk: true,
          students: [{ _id: student!, templateId }],
          digitalSigning: { enabled: true, certificateId: 'f'.repeat(24) },
        },
      }),
    ).rejects.toMatchObject({ code: 'self_signed_disabled' });
    await ana.call(tenantsApi, 'certificates-update', { query: query(), body: body(true) });
  });
});

describeDomains(() => ({ stack, academy }));
