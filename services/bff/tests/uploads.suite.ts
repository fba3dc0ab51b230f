import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { importKeys, openBlobs, temporaryFolder } from '@sello/blobs';
import {
  type Asset,
  apis,
  assetsApi,
  type PdfImport,
  progressLinesType,
  templatesApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { AppError, createLogger } from '@sello/kit';
import { type JobHandler, openQueue } from '@sello/queue';
import { describe, expect, it, vi } from 'vitest';
import { describeAssetUses } from './asset-uses.suite.ts';
import { describeLogos } from './logos.suite.ts';
import { png } from './png.ts';
import { describeSignatories } from './signatories.suite.ts';
import type { TestStack } from './stack.ts';

const log = createLogger({ service: 'test', level: 'silent' });

interface Answer extends Asset {
  code: string;
  error: string;
}

export function describeUploads(
  context: () => { stack: TestStack; ana: ApiClient; root: ApiClient; tenant: string },
): void {
  async function upload(
    file: Uint8Array,
    {
      as,
      app,
      tenant,
      ...fields
    }: { as?: ApiClient; app?: string; tenant?: string; use?: string; shelf?: string } = {},
    { fn, field, fileName } = { fn: 'upload', field: 'image', fileName: 'crest.png' },
  ) {
    const own = context();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set(field, new Blob([Buffer.from(file)]), fileName);
    const headers = {
      authorization: `Bearer ${await (as ?? own.ana).token()}`,
      ...(tenant !== '' && { 'x-tenant-id': tenant ?? own.tenant }),
    };
    const url = `${app ?? own.stack.app}/api/assets?fn=${fn}`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as Answer };
  }
  const fileOf = (id: string, as: ApiClient, tenant: string) =>
    as.fetch(`/api/assets?fn=file&id=${id}`, { headers: { 'x-tenant-id': tenant } });

  describe('uploaded images', () => {
    it('are stored anew once, listed, printed by designs of the organization, and read by it alone', async () => {
      const { stack, ana, root, tenant } = context();
      const { status, body } = await upload(png(40, 20));
      expect(status).toBe(200);
      expect(body).toMatchObject({ mediaType: 'image/png', width: 40, height: 20, fileName: 'crest.png' });
      expect((await upload(png(40, 20))).body._id).toBe(body._id);
      const second = (await upload(png(41, 20))).body;
      const list = await ana.call(assetsApi, 'list', { tenant, query: { limit: 2 } });
      expect(list.items.map(({ _id }) => _id)).toEqual([second._id, body._id]);

      const response = await fileOf(body._id, ana, tenant);
      expect(response.headers.get('cache-control')).toMatch(/private/);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBe(body.size);
      expect(bytes.includes('Ana')).toBe(false);

      const box = { id: 'i', x: 0, y: 0, width: 9, height: 9 };
      const image = { ...box, type: 'image' as const, source: { kind: 'asset' as const, assetId: body._id } };
      const pages = [{ id: 'p', width: 400, height: 300, elements: [image] }];
      const saved = { name: 'Crest', pages };
      await ana.call(templatesApi, 'upsert', { tenant, body: saved });

      const others = (await root.call(apis.tenants, 'create', { body: { name: 'Otros' } }))._id;
      expect((await fileOf(body._id, root, others)).status).toBe(404);
      await expect(root.call(templatesApi, 'upsert', { tenant: others, body: saved })).rejects.toMatchObject({
        code: 'template_image_unknown',
        details: { element: 'i' },
      });
      const stolen = { name: 'x', pages: [{ ...pages[0]!, elements: [] }], thumbnail: body._id };
      await expect(root.call(templatesApi, 'upsert', { tenant: others, body: stolen })).rejects.toMatchObject(
        {
          code: 'template_image_unknown',
        },
      );
      expect(await stack.store.assets.get(others, body._id)).toBeNull();
    });

    it('that are thumbnails are shown with the template and not among the images', async () => {
      const { ana, tenant } = context();
      const { body } = await upload(png(64, 64), { use: 'thumbnail' });
      const pages = [{ id: 'p', width: 400, height: 300, elements: [] }];
      const saved = { name: 'With a picture', pages, thumbnail: body._id };
      const made = await ana.call(templatesApi, 'upsert', { tenant, body: saved });
      const bytes = Buffer.from(await (await fetch(made.thumbnailUrl!)).arrayBuffer());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(made.thumbnailUrl).toContain(`/assets/${sha256}.png`);
      expect(made.thumbnail).toBe(body._id);
      const { items } = await ana.call(assetsApi, 'list', { tenant, query: {} });
      expect(items.map(({ _id }) => _id)).not.toContain(body._id);
    });

    it('of the catalog are added by super admins without an organization, and read by every organization', async () => {
      const { ana, root, tenant } = context();
      expect((await upload(png(8, 8), { shelf: 'catalog' })).body.code).toBe('forbidden');
      expect((await upload(png(8, 8), { as: root, tenant: '' })).body.code).toBe('organization_id_missing');
      const { body } = await upload(png(8, 8), { as: root, tenant: '', shelf: 'catalog' });
      expect((await fileOf(body._id, ana, tenant)).status).toBe(200);
      const background = { color: null, assetId: body._id };
      const pages = [{ id: 'p', width: 400, height: 300, background, elements: [] }];
      const entry = { name: 'With a background', pages };
      const made = await root.call(templatesApi, 'catalog-upsert', { body: entry });
      const copy = { name: 'Copied', pages };
      expect(await ana.call(templatesApi, 'upsert', { tenant, body: copy })).toMatchObject({ rev: 1 });
      await root.call(templatesApi, 'catalog-delete-batch', { body: { ids: [made._id] } });
    });

    it('are refused in words of their own, and other calls are answered meanwhile', async () => {
      const { ana, tenant } = context();
      const refused = Promise.all([
        upload(png(41_000, 1_000)),
        upload(png(9, 9).subarray(0, 70)),
        upload(Buffer.from('GIF89a')),
        upload(Buffer.alloc(0)),
        upload(Buffer.alloc(20 * 1024 * 1024 + 1)),
      ]);
      expect((await ana.call(templatesApi, 'list', { tenant, query: { limit: 1 } })).items).toHaveLength(1);
      expect((await refused).map(({ status, body }) => [status, body.code, body.error])).toEqual([
        [400, 'upload_image_pixels', 'The image has more than 40 megapixels'],
        [400, 'upload_image_unreadable', 'The image cannot be read: it ends early'],
        [400, 'upload_image_kind', 'The file is no PNG, JPEG, WebP or SVG image'],
        [400, 'file_missing', 'Missing file name or file'],
        [413, 'upload_image_large', 'The image is larger than 20 MB'],
      ]);
    });

    it('that the object store refuses leave no record', async () => {
      const { stack, ana, tenant } = context();
      const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
      const full = { ...blobs, put: () => Promise.reject(new AppError('unavailable')) };
      const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { blobs: full });
      const before = await ana.call(assetsApi, 'list', { tenant, query: {} });
      const { status, body } = await upload(png(33, 33), { app });
      expect([status, body.code]).toEqual([500, 'upload_failed']);
      expect(body.error).toBe('Error uploading file, certificate or template thumbnail');
      expect(await ana.call(assetsApi, 'list', { tenant, query: {} })).toEqual(before);
      await blobs.close();
    });
  });

  describeLogos(context);
  describeSignatories(context);
  describeAssetUses(context);

  describe('imported PDFs', () => {
    const importing = { fn: 'import-pdf', field: 'pdf', fileName: 'letterhead.pdf' };
    const importPdf = async (file: Uint8Array, as: Parameters<typeof upload>[1] = {}) => {
      const { status, body } = await upload(file, as, importing);
      return { status, body: body as unknown as PdfImport & { code: string; error: string } };
    };

    /** Imports that their caller left. */
    const stopped: string[] = [];

    /** A worker that stores one page whose bytes are those of the file. */
    function serveImports() {
      const { stack } = context();
      const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
      const queue = openQueue({ redisUrl: stack.backings.env.REDIS_URL!, service: 'render-worker', log });
      const never = { run: async () => undefined, giveUp: async () => undefined };
      const importJob: JobHandler<'import-pdf'> = {
        async run({ tenantId, importId }, { report, abandoned }) {
          report({ page: 1, pages: 2 });
          const file = await blobs.read(importKeys(tenantId, importId).pdf);
          if (file.includes('endless')) await once(abandoned, 'abort').finally(() => stopped.push(importId));
          if (file.includes('locked')) throw new AppError('upload_pdf_encrypted');
          const [key, pictureKey] = [`assets/${importId}.pdf`, `assets/${importId}.png`];
          const picture = png(2, 2);
          await blobs.put(key, file);
          await blobs.put(pictureKey, picture);
          const [sha256, pictureSha256] = [file, picture].map((bytes) =>
            createHash('sha256').update(bytes).digest('hex'),
          ) as [string, string];
          const { _id } = await stack.store.assets.put(tenantId, {
            ...{ sha256, key, size: file.length, mediaType: 'application/pdf', width: 300, height: 200 },
            ...{ use: 'page', pictureKey, pictureSha256 },
          });
          return { pages: [{ page: 1, assetId: _id, width: 300, height: 200 }], notes: [], pageCount: 1 };
        },
        giveUp: async () => undefined,
      };
      const preview = { ...never, run: async () => ({ size: 0, pages: 0 }) };
      const serving = queue.serve(
        {
          ...{ generate: never, zip: never, export: never, upkeep: never, preview, 'import-pdf': importJob },
          ...{
            import: never,
            preflight: never,
            'read-students': { ...never, run: () => Promise.reject(new Error('unused')) },
          },
        },
        { concurrency: { generate: 1, zip: 1, upkeep: 1, preview: 1, import: 1 } },
      );
      return async () => {
        await serving.close();
        await queue.close();
        await blobs.close();
      };
    }

    it('become backgrounds whose picture the canvas draws, and leave no file of their own', async () => {
      const { stack, ana, root, tenant } = context();
      const close = serveImports();
      try {
        const { status, body } = await importPdf(Buffer.from('%PDF-1.7 letterhead'));
        expect([status, body.pageCount, body.notes]).toEqual([200, 1, []]);
        const [page] = body.pages;
        const picture = Buffer.from(await (await fileOf(page!.assetId, ana, tenant)).arrayBuffer());
        expect(picture).toEqual(png(2, 2));
        const { items } = await ana.call(assetsApi, 'list', { tenant, query: {} });
        expect(items.map(({ _id }) => _id)).not.toContain(page!.assetId);
        const background = { color: null, assetId: page!.assetId };
        const pages = [{ id: 'p', width: 300, height: 200, background, elements: [] }];
        expect(
          await ana.call(templatesApi, 'upsert', { tenant, body: { name: 'Imported', pages } }),
        ).toMatchObject({ rev: 1 });
        const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
        const left: string[] = [];
        for await (const { key } of blobs.list(temporaryFolder)) left.push(key);
        expect(left.filter((key) => key.endsWith('import.pdf'))).toEqual([]);
        await blobs.close();

        expect((await importPdf(Buffer.from('%PDF-1.7 locked'))).body).toMatchObject({
          code: 'upload_pdf_encrypted',
          error: 'The PDF can be opened only with its password. Save it without a password and try again.',
        });
        expect((await importPdf(Buffer.from('%PDF-'), { shelf: 'catalog' })).body.code).toBe('forbidden');
        const entry = await importPdf(Buffer.from('%PDF-1.7 entry'), {
          as: root,
          tenant: '',
          shelf: 'catalog',
        });
        expect((await fileOf(entry.body.pages[0]!.assetId, ana, tenant)).status).toBe(200);
      } finally {
        await close();
      }
    });

    it('say page by page how far they are to a caller that asks for it, who ends them by leaving', async () => {
      const { stack, ana, tenant } = context();
      const close = serveImports();
      const send = async (file: string, signal?: AbortSignal) => {
        const form = new FormData();
        form.set('pdf', new Blob([file]), 'letterhead.pdf');
        const headers = {
          authorization: `Bearer ${await ana.token()}`,
          ...{ 'x-tenant-id': tenant, accept: `${progressLinesType}, application/json` },
        };
        const url = `${stack.app}/api/assets?fn=import-pdf`;
        return fetch(url, { method: 'POST', headers, body: form, ...(signal && { signal }) });
      };
      const linesOf = async (response: Response) =>
        (await response.text())
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      try {
        const done = await send('%PDF-1.7 with progress');
        expect(done.headers.get('content-type')).toContain(progressLinesType);
        const [progress, last, ...more] = await linesOf(done);
        expect(progress).toEqual({ progress: { page: 1, pages: 2 } });
        expect(last).toMatchObject({ reply: { pageCount: 1 } });
        expect(more).toEqual([]);
        const [, refused] = await linesOf(await send('%PDF-1.7 locked'));
        expect(refused).toMatchObject({ status: 400, error: { code: 'upload_pdf_encrypted' } });

        const left = new AbortController();
        const endless = await send('%PDF-1.7 endless', left.signal);
        await endless.body!.getReader().read();
        expect(stopped).toEqual([]);
        left.abort();
        await vi.waitFor(() => expect(stopped).toHaveLength(1));
      } finally {
        await close();
      }
    });

    it('are named when an earlier version stored them with letters missing', async () => {
      const { ana, tenant } = context();
      const close = serveImports();
      try {
        const ids: string[] = [];
        for (const list of ['[65/C 66/o 67/n]', '[65/C66/o67/n]', '[1/g12 2/g1]'])
          ids.push((await importPdf(Buffer.from(`%PDF-1.7 /Differences ${list}`))).body.pages[0]!.assetId);
        const image = (await upload(png(6, 5))).body._id;
        const query = { ids: [...ids, image].join(',') };
        expect(await ana.call(assetsApi, 'lost-letters', { tenant, query })).toEqual({ ids: [ids[1]] });
      } finally {
        await close();
      }
    });

    it('are refused when they are empty or too large, and when nobody can read them', async () => {
      expect((await importPdf(Buffer.alloc(0))).body.code).toBe('file_missing');
      const { status, body } = await importPdf(Buffer.alloc(20 * 1024 * 1024 + 1));
      expect([status, body.error]).toEqual([413, 'The PDF is larger than 20 MB']);
      expect((await importPdf(Buffer.from('%PDF-1.7'))).body.code).toBe('worker_busy');
    });
  });
}
