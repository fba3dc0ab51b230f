import { markerKey } from '@sello/blobs';
import {
  batchesApi,
  certificatesApi,
  errorBody,
  studentsApi,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import { signIn } from '@sello/dev-stack';
import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { type Academy, openAcademy } from './academy.ts';
import { finishZip } from './fake-worker.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let academy: Academy;

beforeAll(async () => {
  stack = await startTestStack({}, { syncWaitMs: generous });
  academy = await openAcademy(stack);
});
afterAll(async () => {
  await academy.close();
  await stack.close();
});

async function problemOf(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(response.headers.get('etag')).toBeNull();
  return errorBody.parse(await response.json()).code;
}

it('leaves no trace of an organization whose creation failed midway, so that it can be created again', async () => {
  let breaks = 1;
  const templates: Store['templates'] = {
    ...stack.store.templates,
    async create(...fields) {
      if (breaks-- > 0) throw new AppError('unavailable');
      return stack.store.templates.create(...fields);
    },
  };
  const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { store: { ...stack.store, templates } });
  const create = async () =>
    fetch(`${app}/api/tenants?fn=create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await academy.ana.token()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Segunda sede' }),
    });
  expect((await create()).status).toBe(503);
  const names = (await academy.ana.call(tenantsApi, 'my')).map(({ name }) => name);
  expect(names).not.toContain('Segunda sede');
  const again = await create();
  expect(again.status).toBe(200);
  const { _id } = (await again.json()) as { _id: string };
  expect((await academy.ana.call(templatesApi, 'list', { tenant: _id })).total).toBeGreaterThanOrEqual(3);
});

it('redirects the browser to the application when a sign-in fails in the database', async () => {
  const users: Store['users'] = {
    ...stack.store.users,
    signIn: () => Promise.reject(new AppError('unavailable')),
  };
  const { app } = await stack.startBff({}, { store: { ...stack.store, users } });
  const person = { email: 'eva@example.org' };
  await expect(signIn({ app, issuer: stack.backings.issuer }, person)).rejects.toMatchObject({
    code: 'unexpected_failure',
  });
});

it('creates one organization and one student from concurrent identical requests', async () => {
  const { ana, tenant } = academy;
  const name = 'A la vez';
  const made = await Promise.allSettled(
    Array.from({ length: 4 }, () => ana.call(tenantsApi, 'create', { body: { name } })),
  );
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  for (const one of made) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'tenant_name_taken' });
  }
  const students = [{ fullName: 'Una vez', idNumber: 'once-1' }];
  const imports = Array.from({ length: 4 }, () =>
    ana.call(studentsApi, 'import', { tenant, body: { students } }),
  );
  expect((await Promise.all(imports)).map(({ added }) => added).sort()).toEqual([0, 0, 0, 1]);
  expect((await ana.call(studentsApi, 'list', { tenant, query: { search: 'once-1' } })).total).toBe(1);
});

it('retries the failed rows of a batch once for several requests', async () => {
  const { ana, tenant } = academy;
  const [one] = await academy.addStudents('Fallida');
  const body = { bulk: true as const, students: [{ _id: one!, templateId: academy.templateId }] };
  const first = await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true });
  const { batchId } = first as { batchId: string };
  const error = { code: 'glyph_missing' as const, message: 'The font has no “☃”' };
  await stack.store.batches.failUnfinished(tenant, batchId, { from: 0, to: 1 }, error);
  await stack.store.batches.count(tenant, batchId);
  const retry = () => ana.call(batchesApi, 'retry', { tenant, body: { id: batchId } });
  const asked = await Promise.all([retry(), retry(), retry()]);
  expect(new Set(asked.map((answer) => answer.batchId)).size).toBe(1);
  const again = await retry();
  expect(again).toEqual(asked[0]);
  await ana.call(batchesApi, 'cancel', { tenant, body: { id: again.batchId } });
  expect((await retry()).batchId).not.toBe(again.batchId);
});

it('answers an error instead of closing the connection when a stored file is missing', async () => {
  const { certIds } = await academy.issue(await academy.addStudents('Perdida'));
  const record = (await stack.store.certificates.acrossTenants.byCertId(certIds[0]!))!;
  await academy.blobs.delete(record.prefix.key);
  const response = await fetch(`${stack.app}/c/${certIds[0]}`);
  expect(response.status).toBe(500);
  expect(await problemOf(response)).toBe('object_missing');
  const page = await fetch(`${stack.app}/c/${certIds[0]}`, {
    ...{ redirect: 'manual', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } },
  });
  expect([page.status, page.headers.get('location')]).toEqual([302, `/verify/${certIds[0]}`]);
  for (const header of ['etag', 'content-disposition']) expect(page.headers.get(header)).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-store');
});

it('answers an error to GET, range requests and HEAD when one bit of a stored file was flipped', async () => {
  const { certIds } = await academy.issue(await academy.addStudents('Alterada'));
  const record = (await stack.store.certificates.acrossTenants.byCertId(certIds[0]!))!;
  const bytes = await academy.blobs.read(record.pack.key);
  const url = `${stack.app}/c/${certIds[0]}`;
  const firstBytes = { headers: { range: 'bytes=0-4' } };
  expect((await fetch(url, firstBytes)).status).toBe(206);
  const flipped = Buffer.from(bytes);
  flipped[flipped.length >> 1]! ^= 1;
  await academy.blobs.put(record.pack.key, flipped);
  for (const init of [{}, firstBytes]) {
    const response = await fetch(url, init);
    expect(response.status).toBe(500);
    expect(await problemOf(response)).toBe('object_missing');
  }
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(500);
  await academy.blobs.put(record.pack.key, bytes);
  expect((await fetch(url)).status).toBe(200);
});

it('refuses new certificates while the object store is not the installation’s', async () => {
  const { ana, tenant, templateId, blobs } = academy;
  const [student] = await academy.addStudents('Sin almacén');
  const ready = async () => {
    const answer = await fetch(`${stack.internal}/readyz`);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ready()).toMatchObject({ code: 200, checks: { objectStore: 'ok' } });
  const marker = await blobs.read(markerKey);
  const before = (await stack.store.batches.list(tenant)).items.length;
  const ask = () =>
    ana.call(certificatesApi, 'generate', {
      tenant,
      body: { bulk: true, students: [{ _id: student!, templateId }] },
      isAsync: true,
    });
  for (const other of [null, Buffer.from('{"objectStoreId":"another"}'), Buffer.from('no marker at all')]) {
    if (other === null) await blobs.delete(markerKey);
    else await blobs.put(markerKey, other);
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'object_store_unknown' });
    expect(await ready()).toMatchObject({ code: 503, checks: { blobs: 'ok', objectStore: 'failed' } });
  }
  expect((await stack.store.batches.list(tenant)).items).toHaveLength(before);
  await blobs.put(markerKey, marker);
  expect(await ask()).toHaveProperty('batchId');
  expect(await ready()).toMatchObject({ code: 200 });
});

it('answers an error when a finished zip is missing', async () => {
  const { ana, tenant, blobs, queue } = academy;
  const { certIds } = await academy.issue(await academy.addStudents('Comprimida'));
  const waiting = ana.fetch('/api/certificates?fn=download-zip', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tenant-id': tenant },
    body: JSON.stringify({ students: [{ certificateUrl: `${stack.app}/c/${certIds[0]}` }] }),
  });
  const batchId = await newestZip();
  const gone = {
    ...blobs,
    put: async () => ({ key: `zips/${batchId}`, size: 3 }),
  } as unknown as typeof blobs;
  await finishZip({ store: stack.store, blobs: gone, queue }, tenant, batchId, Buffer.from('zip'));
  const response = await waiting;
  expect(response.status).toBe(500);
  expect(await problemOf(response)).toBe('object_missing');
});

it('refuses a row that is too large to be stored, and imports the others', async () => {
  const { ana, tenant } = academy;
  const wide = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`c${n}`, 'x'.repeat(1_900)]));
  const students = [{ fullName: 'Antes' }, { fullName: 'Ancha', ...wide }, { fullName: 'Después' }];
  const reply = await ana.call(studentsApi, 'import', { tenant, body: { students } });
  expect(reply).toMatchObject({ success: 2, errors: [{ row: 1, code: 'invalid_payload' }] });
});

async function newestZip(): Promise<string> {
  for (;;) {
    const { items } = await stack.store.batches.list(academy.tenant, { limit: 1 });
    if (items[0]?.kind === 'zip') return items[0]._id;
  }
}
