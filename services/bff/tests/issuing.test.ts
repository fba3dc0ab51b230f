import { randomBytes } from 'node:crypto';
import {
  batchesApi,
  certificatesApi,
  foundCertificate,
  generateReply,
  studentsApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import type { Store } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { type Academy, openAcademy } from './academy.ts';
import { testAfterwards } from './afterwards.suite.ts';
import { testBatchPages } from './batch-pages.suite.ts';
import { testBatchValues } from './batch-values.suite.ts';
import { testErasing } from './erase.suite.ts';
import { finishBatch, finishZip, smallPdf } from './fake-worker.ts';
import { testGenerateRequests } from './generate-requests.suite.ts';
import { testLetters } from './letter.suite.ts';
import { testPreflights } from './preflights.suite.ts';
import { testRevoking } from './revoking.suite.ts';
import { testSelections } from './selections.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';
import { testStoredDesigns } from './stored-designs.suite.ts';

const parts = () => ({ store: stack.store, blobs: academy.blobs, queue: academy.queue });

let stack: TestStack;
let academy: Academy;
let ana: ApiClient;
let tenant: string;
let templateId: string;

beforeAll(async () => {
  stack = await startTestStack({}, { syncWaitMs: generous });
  academy = await openAcademy(stack);
  ({ ana, tenant, templateId } = academy);
});
afterAll(async () => {
  await academy.close();
  await stack.close();
});

describe('generating', () => {
  it('answers in the specification’s format when the client waits', async () => {
    const [one] = await academy.addStudents('Única');
    const waiting = ana.call(certificatesApi, 'generate', {
      tenant,
      body: { templateId, student: { _id: one! }, options: {} },
    });
    const batchId = await newestBatch('generate');
    await finishBatch(parts(), tenant, batchId);
    const reply = generateReply.parse(await waiting);
    expect(reply).toMatchObject({ errors: [], success: 1 });
    expect(reply.results[0]?.fileUrl).toBe(`${stack.app}/c/${reply.results[0]?.certId}`);
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'unica' } });
    expect(items[0]).toMatchObject({ certified: true, certId: reply.results[0]?.certId });
  });

  it('answers 202 with the batch after the wait time, and reports each failed row', async () => {
    const [one] = await academy.addStudents('Paciente');
    const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { syncWaitMs: 50 });
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
    expect(batch).toMatchObject({ kind: 'generate', total: 2, failed: 1, signed: false, createdBy: 'Ana' });
    expect(items.map((item) => [item.state, item.error?.code])).toEqual([
      ['queued', undefined],
      ['failed', 'student_not_found'],
    ]);
    expect(items[0]).not.toHaveProperty('certId');
    await finishBatch(parts(), tenant, batchId);
  });

  it('issues once for repeated requests with the same key', async () => {
    const [one] = await academy.addStudents('Repetida');
    const ask = (_id: string) =>
      ana.call(certificatesApi, 'generate', {
        tenant,
        body: { bulk: true, students: [{ _id, templateId }] },
        isAsync: true,
        idempotencyKey: 'issue-1',
      });
    const answers = [await ask(one!), await ask(one!)];
    expect(answers[1]).toEqual(answers[0]);
    const [two] = await academy.addStudents('Otra');
    await expect(ask(two!)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('creates no second batch when an interrupted request is repeated', async () => {
    const [one] = await academy.addStudents('Interrumpida');
    let breaks = 1;
    const auditLog: Store['auditLog'] = {
      ...stack.store.auditLog,
      async append(...entry) {
        if (breaks-- > 0) throw new Error('the process died here');
        return stack.store.auditLog.append(...entry);
      },
    };
    const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { store: { ...stack.store, auditLog } });
    const total = async () => (await ana.call(batchesApi, 'list', { tenant, query: {} })).total;
    const before = await total();
    const ask = async () =>
      fetch(`${app}/api/certificates?fn=generate`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await ana.token()}`,
          'content-type': 'application/json',
          'idempotency-key': 'broken-1',
          prefer: 'respond-async',
          'x-tenant-id': tenant,
        },
        body: JSON.stringify({ bulk: true, students: [{ _id: one, templateId }] }),
      });
    expect((await ask()).status).toBe(500);
    const again = await ask();
    expect(again.status).toBe(202);
    expect(await (await ask()).json()).toEqual(await again.json());
    expect(await total()).toBe(before + 1);
  });

  it('can be cancelled, and its failed rows can be retried', async () => {
    const ids = await academy.addStudents('Cancelada', 'Fallida');
    const body = { bulk: true as const, students: ids.map((_id) => ({ _id, templateId })) };
    const first = (await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    await ana.call(batchesApi, 'cancel', { tenant, body: { id: first.batchId } });
    const stopped = await ana.call(batchesApi, 'get', { tenant, query: { id: first.batchId } });
    expect(stopped.batch).toMatchObject({ state: 'cancelled', cancelled: 2 });
    const twice = ana.call(batchesApi, 'cancel', { tenant, body: { id: first.batchId } });
    await expect(twice).rejects.toMatchObject({ code: 'batch_not_running' });

    const second = (await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    const error = { code: 'glyph_missing' as const, message: 'The font has no “☃”' };
    await stack.store.batches.failUnfinished(tenant, second.batchId, { from: 0, to: 2 }, error);
    await stack.store.batches.count(tenant, second.batchId);
    const retry = () => ana.call(batchesApi, 'retry', { tenant, body: { id: second.batchId } });
    const again = await retry();
    await academy.addEndedBatches(201);
    expect(await retry()).toEqual(again);
    const { batch, items } = await ana.call(batchesApi, 'get', { tenant, query: { id: again.batchId } });
    expect(batch).toMatchObject({ retryOf: second.batchId, total: 2 });
    expect(items.map((item) => item.studentId)).toEqual(ids);

    // What a retry cannot change stays behind, where only the rest is asked for.
    const third = (await ana.call(certificatesApi, 'generate', {
      tenant,
      body,
      isAsync: true,
    })) as typeof first;
    const id = third.batchId;
    for (const [from, one] of [{ code: 'unavailable' as const, message: 'Busy' }, error].entries())
      await stack.store.batches.failUnfinished(tenant, id, { from, to: from + 1 }, one);
    await stack.store.batches.count(tenant, id);
    const some = await ana.call(batchesApi, 'retry', { tenant, body: { id, rows: 'repeatable' } });
    const rest = await ana.call(batchesApi, 'get', { tenant, query: { id: some.batchId } });
    expect(rest.items.map((item) => item.studentId)).toEqual([ids[0]]);
  });
});

async function newestBatch(kind: string): Promise<string> {
  for (;;) {
    const { items } = await ana.call(batchesApi, 'list', { tenant, query: { running: 'true', limit: 1 } });
    if (items[0]?.kind === kind) return items[0]._id;
  }
}

describe('issued files', () => {
  it('are served completely or in ranges, with their hash as ETag', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('José Núñez'));
    const file = await smallPdf(certIds[0]!);
    const url = `${stack.app}/c/${certIds[0]}`;
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    expect(whole.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Jos%C3%A9%20N%C3%BA%C3%B1ez.pdf",
    );
    const etag = whole.headers.get('etag')!;
    const unless = async (tag: string) => (await fetch(url, { headers: { 'if-none-match': tag } })).status;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) expect(await unless(known)).toBe(304);
    expect(await unless('"other"')).toBe(200);
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
    expect(page.headers.get('location')).toBe(`/verify/${'0'.repeat(26)}`);
  });

  it('are available only to staff when the organization turns the public download off', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Privada'));
    const settings = (publicDownload: boolean) =>
      ana.call(tenantsApi, 'settings-update', { query: { tenantId: tenant }, body: { publicDownload } });
    await settings(false);
    const closed = await fetch(`${stack.app}/c/${certIds[0]}`);
    expect(await closed.json()).toMatchObject({ code: 'public_download_off' });
    const page = await fetch(`${stack.app}/c/${certIds[0]}`, {
      ...{ redirect: 'manual', headers: { accept: 'text/html' } },
    });
    expect(page.headers.get('location')).toBe(`/verify/${certIds[0]}`);
    const { items } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'privada' } });
    expect((await fetch(items[0]!.certificateUrl!)).status).toBe(200);
    const { certificate } = foundCertificate.parse(
      await ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } }),
    );
    expect(certificate).not.toHaveProperty('downloadUrl');
    await settings(true);
  });

  it('are found by hash, id or link, with facts about the stored file', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Verificada'));
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

  it('are distinguished from changed and foreign files by an upload', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Revisada'));
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
});

describe('zips and e-mails', () => {
  it('answer the file when the client waits, and a link valid for five minutes afterwards', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Uno', 'Dos'));
    const students = certIds.map((certId) => ({
      fullName: 'ignored',
      certificateUrl: `${stack.app}/c/${certId}`,
    }));
    const path = '/api/certificates?fn=download-zip';
    const headers = { 'content-type': 'application/json', 'x-tenant-id': tenant };
    const waiting = ana.fetch(path, { method: 'POST', headers, body: JSON.stringify({ students }) });
    const batchId = await newestBatch('zip');
    const bytes = randomBytes(50_000);
    await finishZip(parts(), tenant, batchId, bytes);
    const response = await waiting;
    expect(response.headers.get('content-disposition')).toContain('certificates_2026-03-01.zip');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);

    const { batch } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
    const download = await fetch(batch.download!.url);
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
    const forged = batch.download!.url.replace(batchId, 'f'.repeat(24));
    expect(await (await fetch(forged)).json()).toMatchObject({ code: 'download_link_invalid' });
  });

  it('are sent to the address of the record, and rows with another or an invalid address fail', async () => {
    const { certIds } = await academy.issue(
      await academy.addStudents('Con correo', 'Mal correo', 'Otro correo'),
    );
    const students = certIds.map((certId, index) => ({
      certificateUrl: `/c/${certId}`,
      ...[{}, { email: 'nobody' }, { email: 'stranger@example.com' }][index],
    }));
    const body = { students, language: 'es' as const };
    const { batchId } = (await ana.call(certificatesApi, 'send-emails', { tenant, body, isAsync: true })) as {
      batchId: string;
    };
    const { items } = await stack.store.batches.items(tenant, batchId);
    expect(items.map((item) => item.email ?? item.error?.code)).toEqual([
      'holder@example.org',
      'email_invalid',
      'email_not_of_student',
    ]);
    const none = { students: [{ _id: 'e'.repeat(24), email: 'a@b.org' }] };
    await expect(ana.call(certificatesApi, 'send-emails', { tenant, body: none })).rejects.toMatchObject({
      code: 'no_certificates_to_email',
    });
  });

  it('refuse a request that names one certificate and address twice', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Doble'));
    const url = `${stack.app}/c/${certIds[0]}`;
    const twice = {
      students: [{ certificateUrl: url }, { certificateUrl: url, email: 'HOLDER@example.org' }],
    };
    await expect(ana.call(certificatesApi, 'send-emails', { tenant, body: twice })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
    const both = { students: [{ certificateUrl: url }, { certificateUrl: url, email: 'other@example.org' }] };
    const sent = await ana.call(certificatesApi, 'send-emails', { tenant, body: both, isAsync: true });
    expect(sent).toHaveProperty('batchId');
  });

  it('are refused for an empty selection', async () => {
    const body = { students: [] };
    await expect(ana.call(certificatesApi, 'send-emails', { tenant, body })).rejects.toMatchObject({
      code: 'no_certificates_to_email',
    });
    await expect(ana.call(certificatesApi, 'download-zip', { tenant, body })).rejects.toMatchObject({
      code: 'no_certificates_to_download',
    });
  });

  it('find only certificates of the caller’s organization', async () => {
    const { certIds } = await academy.issue(await academy.addStudents('Ajena'));
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

// Last, because it leaves batches that are still queued.
testBatchPages(() => ({ stack, academy }));
testBatchValues(() => ({ stack, academy }));
testGenerateRequests(() => ({ stack, academy }));
testRevoking(() => ({ stack, academy }));
testAfterwards(() => ({ stack, academy }));
testLetters(() => ({ stack, academy }));
testPreflights(() => ({ stack, academy }));

testSelections(() => ({ stack, academy }));

testErasing(() => ({ stack, academy }));

testStoredDesigns(() => ({ ...academy, store: stack.store }));
