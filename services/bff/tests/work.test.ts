import { randomBytes } from 'node:crypto';
import { type Blobs, openBlobs } from '@sello/blobs';
import {
  batchesApi,
  certificatesApi,
  generateReply,
  studentsApi,
  templatesApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from './stack.ts';
import { smallPdf, workOff, workOffZip } from './stand-in-worker.ts';

let stack: TestStack;
let ana: ApiClient;
let tenant: string;
let templateId: string;
let queue: Queue;
let blobs: Blobs;

beforeAll(async () => {
  stack = await startTestStack({}, { syncWaitMs: 4_000 });
  const { REDIS_URL, BLOBS } = stack.backings.env;
  queue = openQueue({ redisUrl: REDIS_URL!, log: createLogger({ service: 'test', level: 'silent' }) });
  blobs = openBlobs({ url: BLOBS! });
  ana = await stack.signIn('ana@example.org');
  const body = { name: 'Academia Ana', language: 'es' } as const;
  tenant = (await ana.call(tenantsApi, 'create', { body }))._id;
  templateId = (await ana.call(templatesApi, 'list', { tenant })).items[0]!._id;
});
afterAll(async () => {
  await queue.close();
  await stack.close();
});

const parts = () => ({ store: stack.store, blobs, queue });

async function addStudents(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fullName of names) {
    const body = { fullName, email: 'holder@example.org', idNumber: randomBytes(4).toString('hex') };
    ids.push((await ana.call(studentsApi, 'upsert', { tenant, body }))._id);
  }
  return ids;
}

/** Asks for certificates and lets the stand-in finish them. */
async function issue(ids: string[]) {
  const { batchId } = (await ana.call(certificatesApi, 'generate', {
    tenant,
    body: { bulk: true, students: ids.map((_id) => ({ _id, templateId })) },
    isAsync: true,
  })) as { batchId: string };
  await workOff(parts(), tenant, batchId);
  const { items } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
  return { batchId, certIds: items.map((item) => item.certId!) };
}

describe('organizations', () => {
  it('begin with the built-in templates in the language asked', async () => {
    const { items } = await ana.call(templatesApi, 'list', { tenant });
    expect(items.length).toBeGreaterThanOrEqual(3);
    const template = await ana.call(templatesApi, 'get', { tenant, query: { id: items[0]!._id } });
    expect(template.design.locale).toMatch(/^es/);
    expect(template.pages).toEqual(template.design.pages);
  });

  it('need a name that the owner has not used yet', async () => {
    const create = (name: string) => ana.call(tenantsApi, 'create', { body: { name } });
    await expect(create('  ')).rejects.toMatchObject({
      code: 'tenant_name_required',
      message: /Tenant name is required/,
    });
    await expect(create('academia ANA')).rejects.toMatchObject({ code: 'tenant_name_taken' });
  });

  it('are created once however often the same request comes', async () => {
    const create = (name: string) =>
      ana.call(tenantsApi, 'create', { body: { name }, idempotencyKey: 'create-1' });
    const first = await create('Twice');
    expect(await create('Twice')).toEqual(first);
    await expect(create('Other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const names = (await ana.call(tenantsApi, 'my')).map(({ name }) => name);
    expect(names.filter((name) => name === 'Twice')).toHaveLength(1);
  });

  it('keep their settings, and take no logo from elsewhere', async () => {
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
    expect(items.map(({ action }) => action)).toContain('tenants.settings');
  });
});

describe('students', () => {
  it('are written, found, changed and deleted', async () => {
    const [id] = await addStudents('Íñigo Peña');
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

  it('refuse what is wrong in the specification’s words', async () => {
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

  it('come from a CSV row by row, matched by idNumber; a dry run changes nothing', async () => {
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

describe('generating', () => {
  it('answers the result in the specification’s shape when the client waits', async () => {
    const [one] = await addStudents('Única');
    const waiting = ana.call(certificatesApi, 'generate', {
      tenant,
      body: { templateId, student: { _id: one! }, options: {} },
    });
    const batchId = await newestBatch('generate');
    await workOff(parts(), tenant, batchId);
    const reply = generateReply.parse(await waiting);
    expect(reply).toMatchObject({ errors: [], success: 1 });
    expect(reply.results[0]?.fileUrl).toBe(`${stack.app}/c/${reply.results[0]?.certId}`);
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'unica' } });
    expect(items[0]).toMatchObject({ certified: true, certId: reply.results[0]?.certId });
  });

  it('goes on as a batch when the wait is over, and names each failed row', async () => {
    const [one] = await addStudents('Paciente');
    const { app } = await stack.more({ PUBLIC_URL: stack.app }, { syncWaitMs: 50 });
    const response = await fetch(`${app}/api/certificates?fn=generate`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await ana.token()}`,
        'content-type': 'application/json',
        'x-tenant-id': tenant,
      },
      body: JSON.stringify({
        bulk: true,
        students: [
          { _id: one, templateId },
          { _id: 'e'.repeat(24), templateId },
        ],
      }),
    });
    expect(response.status).toBe(202);
    const { batchId } = (await response.json()) as { batchId: string };
    const { batch, items } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
    expect(batch).toMatchObject({ kind: 'generate', total: 2, failed: 1, signed: false });
    expect(items.map((item) => [item.state, item.error?.code])).toEqual([
      ['queued', undefined],
      ['failed', 'student_not_found'],
    ]);
    expect(items[0]).not.toHaveProperty('certId');
    await workOff(parts(), tenant, batchId);
  });

  it('refuses what cannot be issued as asked', async () => {
    const [one] = await addStudents('Sin plantilla');
    const other = { _id: 'e'.repeat(24), templateId };
    const generate = (body: object) => ana.call(certificatesApi, 'generate', { tenant, body: body as never });
    const one_ = { bulk: true, students: [{ _id: one, templateId }] };
    await expect(generate({ bulk: true, students: [{ _id: one }] })).rejects.toMatchObject({
      code: 'template_missing',
    });
    await expect(generate({ templateId: 'f'.repeat(24), student: { _id: one } })).rejects.toMatchObject({
      code: 'template_not_found',
    });
    await expect(generate({ templateId, student: other })).rejects.toMatchObject({
      code: 'student_not_found',
    });
    const sign = (digitalSigning: object) =>
      generate({ ...one_, digitalSigning: { enabled: true, ...digitalSigning } });
    await expect(sign({ method: 'third-party' })).rejects.toMatchObject({ code: 'third_party_coming_soon' });
    await expect(sign({ method: 'self-signed' })).rejects.toMatchObject({ code: 'certificate_required' });
    await expect(sign({ certificateId: 'f'.repeat(24) })).rejects.toMatchObject({
      code: 'certificate_not_found',
    });
  });

  it('issues once however often the same request comes', async () => {
    const [one] = await addStudents('Repetida');
    const ask = (_id: string) =>
      ana.call(certificatesApi, 'generate', {
        tenant,
        body: { bulk: true, students: [{ _id, templateId }] },
        isAsync: true,
        idempotencyKey: 'issue-1',
      });
    const answers = [await ask(one!), await ask(one!)];
    expect(answers[1]).toEqual(answers[0]);
    const [two] = await addStudents('Otra');
    await expect(ask(two!)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('can be cancelled, and its failed rows tried again', async () => {
    const ids = await addStudents('Cancelada', 'Fallida');
    const body = { bulk: true as const, students: ids.map((_id) => ({ _id, templateId })) };
    const first = (await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    await ana.call(batchesApi, 'cancel', { tenant, body: { id: first.batchId } });
    const stopped = await ana.call(batchesApi, 'get', { tenant, query: { id: first.batchId } });
    expect(stopped.batch).toMatchObject({ state: 'cancelled', cancelled: 2 });
    await expect(
      ana.call(batchesApi, 'cancel', { tenant, body: { id: first.batchId } }),
    ).rejects.toMatchObject({
      code: 'batch_not_running',
    });

    const second = (await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    const error = { code: 'glyph_missing' as const, message: 'The font has no “☃”' };
    await stack.store.batches.failUnfinished(tenant, second.batchId, { from: 0, to: 2 }, error);
    await stack.store.batches.count(tenant, second.batchId);
    const again = await ana.call(batchesApi, 'retry', { tenant, body: { id: second.batchId } });
    const { batch, items } = await ana.call(batchesApi, 'get', { tenant, query: { id: again.batchId } });
    expect(batch).toMatchObject({ retryOf: second.batchId, total: 2 });
    expect(items.map((item) => item.studentId)).toEqual(ids);
  });
});

async function newestBatch(kind: string): Promise<string> {
  for (;;) {
    const { items } = await ana.call(batchesApi, 'list', { tenant, query: { running: 'true', limit: 1 } });
    if (items[0]?.kind === kind) return items[0]._id;
  }
}

describe('signing certificates', () => {
  const query = () => ({ tenantId: tenant });
  const certificateParams = {
    reason: 'Academia Ana',
    location: 'Lima',
    contactInfo: 'mailto:a@b.org',
    name: 'Academia',
  };

  it('are made here, offered for trust, and revoked', async () => {
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
    const [student] = await addStudents('Firmada');
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

  it('come from a file, whose faults are named', async () => {
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
  });

  it('cannot be used while self-signing is off', async () => {
    const body = (selfSignedEnabled: boolean) => ({ settings: { selfSignedEnabled } });
    await ana.call(tenantsApi, 'certificates-update', { query: query(), body: body(false) });
    const [student] = await addStudents('Sin firma');
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

describe('issued files', () => {
  it('are streamed whole or in ranges, by their hash', async () => {
    const { certIds } = await issue(await addStudents('José Núñez'));
    const file = await smallPdf(certIds[0]!);
    const url = `${stack.app}/c/${certIds[0]}`;
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    expect(whole.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Jos%C3%A9%20N%C3%BA%C3%B1ez.pdf",
    );
    const etag = whole.headers.get('etag')!;
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const part = await fetch(url, { headers: { range: 'bytes=5-24' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-24/${file.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(5, 25))).toBe(true);
    expect((await fetch(url, { headers: { range: `bytes=${file.length}-` } })).status).toBe(416);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(file.length));
    expect((await fetch(`${stack.app}/c/${'0'.repeat(26)}`)).status).toBe(404);
    const page = await fetch(`${stack.app}/c/${'0'.repeat(26)}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(page.headers.get('location')).toBe(`${stack.app}/verify/${'0'.repeat(26)}`);
  });

  it('are kept from the public when the organization says so, but not from its staff', async () => {
    const { certIds } = await issue(await addStudents('Privada'));
    const settings = (publicDownload: boolean) =>
      ana.call(tenantsApi, 'settings-update', { query: { tenantId: tenant }, body: { publicDownload } });
    await settings(false);
    const closed = await fetch(`${stack.app}/c/${certIds[0]}`);
    expect(await closed.json()).toMatchObject({ code: 'public_download_off' });
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'privada' } });
    expect((await fetch(items[0]!.certificateUrl!)).status).toBe(200);
    const { certificate } = await ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } });
    expect(certificate).not.toHaveProperty('downloadUrl');
    await settings(true);
  });

  it('are found by hash, id or link, with facts about the kept file', async () => {
    const { certIds } = await issue(await addStudents('Verificada'));
    const lookup = async (hash: string) =>
      (
        await fetch(`${stack.app}/api/verify?${new URLSearchParams({ fn: 'lookup', hash })}`)
      ).json() as Promise<{ certificate: { hash: string } }>;
    const byId = await lookup(certIds[0]!.toLowerCase().replace(/(.{4})/g, '$1-'));
    expect(byId).toMatchObject({
      certificate: {
        certId: certIds[0],
        holder: 'Verificada',
        idNumber: '45••••36',
        idNumberMasked: true,
        state: 'valid',
      },
      file: { bytes: 'issued', signature: 'unsigned' },
    });
    expect(await lookup(byId.certificate.hash)).toEqual(byId);
    expect(await lookup(`${stack.app}/verify/${certIds[0]}`)).toEqual(byId);
    expect(await lookup('no such thing')).toMatchObject({ code: 'issued_not_found' });
  });

  it('are told from changed and from foreign ones by the full check', async () => {
    const { certIds } = await issue(await addStudents('Revisada'));
    const file = await smallPdf(certIds[0]!);
    const check = async (bytes: Buffer) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'certificate.pdf');
      return (await fetch(`${stack.app}/api/verify?fn=file`, { method: 'POST', body: form })).json();
    };
    expect(await check(file)).toMatchObject({
      file: { bytes: 'issued' },
      certificate: { certId: certIds[0] },
    });
    const changed = Buffer.concat([file, Buffer.from('\n')]);
    expect(await check(changed)).toMatchObject({
      file: { bytes: 'changed' },
      certificate: { certId: certIds[0] },
    });
    const foreign = await smallPdf('Z'.repeat(26));
    expect(await check(foreign)).toMatchObject({ file: { bytes: 'unknown' }, certificate: null });
    expect(await check(Buffer.from('hello'))).toMatchObject({
      file: { signature: 'unknown', reasons: [{ code: 'not_a_pdf' }] },
    });
  });

  it('stay what they were when revoked, and everybody is told', async () => {
    const { certIds } = await issue(await addStudents('Revocada'));
    const body = { certId: certIds[0]!, reason: 'Error de nombre' };
    await ana.call(certificatesApi, 'revoke', { tenant, body });
    const { certificate } = await ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } });
    expect(certificate).toMatchObject({ state: 'revoked', revokedReason: 'Error de nombre' });
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'revocada' } });
    expect(items[0]).toMatchObject({ certified: false });
    const zip = { students: [{ fullName: 'x', certificateUrl: `${stack.app}/c/${certIds[0]}` }] };
    await expect(ana.call(certificatesApi, 'download-zip', { tenant, body: zip })).rejects.toMatchObject({
      code: 'no_certificates_to_download',
    });
    const missing = { certId: '0'.repeat(26) };
    await expect(ana.call(certificatesApi, 'revoke', { tenant, body: missing })).rejects.toMatchObject({
      code: 'issued_not_found',
    });
  });
});

describe('zips and e-mails', () => {
  it('are the file itself when the client waits, and a link of five minutes afterwards', async () => {
    const { certIds } = await issue(await addStudents('Uno', 'Dos'));
    const students = certIds.map((certId) => ({
      fullName: 'ignored',
      certificateUrl: `${stack.app}/c/${certId}`,
    }));
    const path = '/api/certificates?fn=download-zip';
    const headers = { 'content-type': 'application/json', 'x-tenant-id': tenant };
    const waiting = ana.fetch(path, { method: 'POST', headers, body: JSON.stringify({ students }) });
    const batchId = await newestBatch('zip');
    const bytes = randomBytes(50_000);
    await workOffZip(parts(), tenant, batchId, bytes);
    const response = await waiting;
    expect(response.headers.get('content-disposition')).toContain('certificates_2026-03-01.zip');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);

    const { batch } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
    const download = await fetch(batch.download!.url);
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
    const forged = batch.download!.url.replace(batchId, 'f'.repeat(24));
    expect(await (await fetch(forged)).json()).toMatchObject({ code: 'download_link_invalid' });
  });

  it('take addresses of the request or of the record, and name rows without one', async () => {
    const { certIds } = await issue(await addStudents('Con correo', 'Mal correo'));
    const students = certIds.map((certId, index) => ({
      certificateUrl: `/c/${certId}`,
      ...(index === 0 ? {} : { email: 'nobody' }),
    }));
    const body = { students, language: 'es' as const };
    const { batchId } = (await ana.call(certificatesApi, 'send-emails', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    const { items } = await stack.store.batches.items(tenant, batchId);
    expect(items.map((item) => item.email ?? item.error?.code)).toEqual([
      'holder@example.org',
      'email_invalid',
    ]);
    const none = { students: [{ _id: 'e'.repeat(24), email: 'a@b.org' }] };
    await expect(ana.call(certificatesApi, 'send-emails', { tenant, body: none })).rejects.toMatchObject({
      code: 'no_certificates_to_email',
    });
  });

  it('read certificates of the own organization alone', async () => {
    const { certIds } = await issue(await addStudents('Ajena'));
    const bruno = await stack.signIn('bruno@example.org');
    const own = (await bruno.call(tenantsApi, 'create', { body: { name: 'Bruno & Co' } }))._id;
    const body = { students: [{ certificateUrl: `${stack.app}/c/${certIds[0]}` }] };
    await expect(bruno.call(certificatesApi, 'download-zip', { tenant: own, body })).rejects.toMatchObject({
      code: 'no_certificates_to_download',
    });
    await expect(
      bruno.call(certificatesApi, 'revoke', { tenant: own, body: { certId: certIds[0]! } }),
    ).rejects.toMatchObject({ code: 'issued_not_found' });
  });
});

describe('domains', () => {
  it('are claimed, shown with their records, checked and let go', async () => {
    const query = { tenantId: tenant };
    const add = (domain: string, action?: 'check') =>
      ana.call(tenantsApi, 'domains-add', { query, body: action ? { domain, action } : { domain } });
    await expect(add('')).rejects.toMatchObject({ code: 'domain_required' });
    await expect(add('not a domain')).rejects.toMatchObject({ code: 'domain_invalid' });
    const claimed = await add('Certificados.Ejemplo.ORG');
    expect(claimed).toMatchObject({ domain: 'certificados.ejemplo.org', status: 'pending' });
    expect(claimed.dnsRecords.map(({ type, name }) => [type, name])).toEqual([
      ['TXT', '_sello-challenge.certificados.ejemplo.org'],
      ['CNAME', 'certificados.ejemplo.org'],
    ]);
    await expect(add('other.example')).rejects.toMatchObject({ code: 'domain_exists' });
    expect((await add('certificados.ejemplo.org', 'check')).status).toBe('pending');
    const settings = { useInEmails: true };
    await expect(ana.call(tenantsApi, 'domains-update', { query, body: { settings } })).rejects.toMatchObject(
      {
        code: 'domain_not_verified',
      },
    );
    const ask = async (host: string) =>
      (await fetch(`${stack.internal}/internal/tls-ask?domain=${host}`)).status;
    expect(await ask('certificados.ejemplo.org')).toBe(403);
    const record = (await stack.store.domains.of(tenant))!;
    await stack.store.domains.recordCheck(tenant, record._id, {
      status: 'verified',
      dnsRecords: record.dnsRecords,
      misses: 0,
      nextCheckAt: null,
      checkedAt: new Date(),
    });
    expect([await ask('certificados.ejemplo.org'), await ask('evil.example')]).toEqual([200, 403]);
    expect(
      (await ana.call(tenantsApi, 'domains-update', { query, body: { settings } })).settings.useInEmails,
    ).toBe(true);
    await ana.call(tenantsApi, 'domains-delete', { query });
    expect(await ana.call(tenantsApi, 'domains', { query })).toBeNull();
  });
});
