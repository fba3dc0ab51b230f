import { type Blobs, openBlobs, temporaryFolder } from '@sello/blobs';
import { apis, templatesApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { AppError, createLogger } from '@sello/kit';
import { openQueue } from '@sello/queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrintedPreview, servePreviews } from './fake-worker.ts';
import type { TestStack } from './stack.ts';

export function describeExports(
  context: () => { stack: TestStack; ana: ApiClient; tenant: string; pages: object[] },
): void {
  let blobs: Blobs;
  let worker: ReturnType<typeof servePreviews>;
  let printed: PrintedPreview[];
  /** What the worker does with the next preview. */
  let next: () => void;
  const pdf = Buffer.from('%PDF-1.7 printed');

  const openWorker = () =>
    servePreviews(context().stack.backings.env.REDIS_URL!, blobs, async (one) => {
      printed.push(one);
      next();
      return pdf;
    });
  beforeAll(() => {
    blobs = openBlobs({ url: context().stack.backings.env.BLOBS! });
    worker = openWorker();
  });
  afterAll(async () => {
    await worker?.close();
    await blobs?.close();
  });

  function ask(body: object, as = context().ana, tenant = context().tenant): Promise<Response> {
    printed = [];
    return as.fetch('/api/templates?fn=export', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tenant-id': tenant },
      body: JSON.stringify(body),
    });
  }
  async function problem(body: object, as?: ApiClient, tenant?: string) {
    const response = await ask(body, as, tenant);
    const { code, details } = (await response.json()) as { code: string; details: unknown };
    return { status: response.status, code, details };
  }
  async function left(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of blobs.list(temporaryFolder)) keys.push(key);
    return keys;
  }
  const create = (name: string) =>
    context().ana.call(templatesApi, 'upsert', {
      tenant: context().tenant,
      body: { name, pages: context().pages as never },
    });
  async function addStudent(as: ApiClient, tenant: string): Promise<string> {
    const student = await as.call(apis.students, 'upsert', {
      tenant,
      body: { fullName: 'Ana Luz', custom: {} } as never,
    });
    return student._id;
  }

  describe('an exported template', () => {
    it('is a file of its name, printed from ids alone, and nothing of it stays', async () => {
      next = () => undefined;
      const { ana, tenant } = context();
      const { _id: id } = await create('Diplom “á” / 1');
      const studentId = await addStudent(ana, tenant);
      const response = await ask({ id, studentId });
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w -]+\.pdf"; filename\*=UTF-8''[\w%-]+\.pdf$/,
      );
      expect(printed).toEqual([
        {
          data: { tenantId: tenant, previewId: expect.any(String), templateId: id, studentId, mark: true },
          design: undefined,
        },
      ]);
      await expect.poll(left).toEqual([]);
    });

    it('may be a design that is stored nowhere', async () => {
      next = () => undefined;
      const { pages } = context();
      const response = await ask({ pages, locale: 'pt-BR', name: 'Rascunho', mark: false });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toContain('filename="Rascunho.pdf"');
      expect(printed[0]!.data).toMatchObject({ mark: false });
      expect(printed[0]!.data).not.toHaveProperty('templateId');
      expect(printed[0]!.design).toMatchObject({ version: 2, locale: 'pt-BR', pages: [{ id: 'p' }] });
      await response.arrayBuffer();
      await expect.poll(left).toEqual([]);
    });

    it('needs the permission to see templates, to edit them for a design, and to see students for their values', async () => {
      next = () => undefined;
      const { stack, ana, tenant, pages } = context();
      const { _id: id } = await create('Permissions');
      const studentId = await addStudent(ana, tenant);
      const add = async (role: 'member' | 'template_designer') => {
        const client = await stack.signIn(`export-${role}@example.org`);
        const { id: userId, email: userEmail } = client.user;
        await stack.store.members.add(tenant, { userId, userEmail, userName: role, role });
        return client;
      };
      const member = await add('member');
      const designer = await add('template_designer');
      expect((await ask({ id, studentId }, member)).status).toBe(200);
      expect(await problem({ pages }, member)).toMatchObject({
        ...{ status: 403, code: 'forbidden', details: { permission: 'templates.edit' } },
      });
      expect((await ask({ pages }, designer)).status).toBe(200);
      expect(await problem({ pages, studentId }, designer)).toMatchObject({
        ...{ status: 403, code: 'forbidden', details: { permission: 'students.view' } },
      });
    });

    it('has no template, student or image of another organization', async () => {
      const { stack, pages, tenant } = context();
      const other = await stack.signIn('export-other@example.org');
      const theirs = (await other.call(apis.tenants, 'create', { body: { name: 'Elsewhere' } }))._id;
      const { _id: id } = await create('Ours');
      const studentId = await addStudent(other, theirs);
      const image = await stack.store.assets.put(theirs, {
        ...{ sha256: 'a'.repeat(64), key: 'assets/theirs', size: 10, mediaType: 'image/png' },
      });
      expect(await problem({ id }, other, theirs)).toMatchObject({ status: 404, code: 'template_not_found' });
      expect(await problem({ id, studentId })).toMatchObject({ status: 404, code: 'student_not_found' });
      const seal = {
        ...{ id: 'i', type: 'image', name: 'Seal', x: 0, y: 0, width: 10, height: 10 },
        source: { kind: 'asset', assetId: image._id },
      };
      const withImage = [{ id: 'p', width: 400, height: 300, elements: [seal] }];
      expect(await problem({ pages: withImage })).toMatchObject({
        ...{ code: 'template_image_unknown', details: { element: 'Seal' } },
      });
      expect(await problem({ pages }, other, tenant)).toMatchObject({ status: 403, code: 'not_member' });
      expect(printed).toEqual([]);
    });

    it('is either stored or given', async () => {
      const { pages } = context();
      const { _id: id } = await create('Both');
      for (const body of [{}, { id, pages }, { name: 'x' }]) {
        expect(await problem(body)).toMatchObject({ status: 400, code: 'template_invalid' });
      }
      expect(await problem({ id: 'f'.repeat(24) })).toMatchObject({ code: 'template_not_found' });
    });

    it('that cannot be printed names the element, and leaves nothing', async () => {
      const { pages } = context();
      next = () => {
        throw new AppError('variable_unknown', { details: { variable: 'custom.x', element: 'Title' } });
      };
      expect(await problem({ pages })).toEqual({
        ...{ status: 422, code: 'variable_unknown', details: { variable: 'custom.x', element: 'Title' } },
      });
      next = () => {
        throw new Error('a bug');
      };
      expect(await problem({ pages })).toMatchObject({ status: 503, code: 'unavailable' });
      expect(await left()).toEqual([]);
    });

    it('is answered soon while no worker runs, and neither a job nor an object is left', async () => {
      const { stack, pages } = context();
      await worker.close();
      expect(await problem({ pages })).toMatchObject({ status: 503, code: 'worker_busy' });
      expect(await left()).toEqual([]);
      const log = createLogger({ service: 'test', level: 'silent' });
      const queue = openQueue({ redisUrl: stack.backings.env.REDIS_URL!, log });
      expect((await queue.counts()).preview.waiting).toBe(0);
      await queue.close();
      worker = openWorker();
    });
  });
}
