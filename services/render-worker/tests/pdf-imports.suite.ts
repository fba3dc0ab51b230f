import { importKeys } from '@sello/blobs';
import type { PdfImportProgress } from '@sello/contracts';
import { verifyPdf } from '@sello/proof';
import { newId } from '@sello/store';
import { describe, expect, it, vi } from 'vitest';
import { isInstalled, run, textOf } from '../../../packages/render/tests/outside-tools.ts';
import { hostilePdfs } from '../../../packages/render/tests/pdf-files/hostile.ts';
import { letterhead, ordinaryPdfs } from '../../../packages/render/tests/pdf-files/ordinary.ts';
import { generous } from '../../../tests/patience.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
} from './fixture.ts';

interface ImportOptions {
  signal?: AbortSignal;
  onProgress?(progress: PdfImportProgress): void;
}

/** PDFs that become backgrounds. Runs in a file that has a worker, because each takes seconds to start. */
export function testPdfImports(
  context: () => { fixture: Fixture; signing: string; fileOf(certId: string): Promise<Buffer> },
): void {
  async function importPdf(bytes: Uint8Array, options: ImportOptions = {}) {
    const { blobs, queue, tenantId } = context().fixture;
    const importId = newId();
    const { pdf } = importKeys(tenantId, importId);
    await blobs.put(pdf, bytes);
    // Who asks deletes what it shared.
    const remove = () => blobs.delete(pdf);
    return queue
      .ask('import-pdf', { tenantId, importId }, { timeoutMs: generous, ...options })
      .finally(remove);
  }

  describe.skipIf(!isInstalled('pdftotext') || !isInstalled('pdfsig'))('an imported PDF', () => {
    it('is stored page by page, once, with pictures, and printed by signed certificates', async () => {
      const { fixture, signing, fileOf } = context();
      const { store, blobs, tenantId } = fixture;
      const file = (await ordinaryPdfs()).find(({ name }) => name === 'turned pages')!;
      const { pages, notes, pageCount } = await importPdf(file.bytes);
      expect([pages.length, pageCount, notes]).toEqual([4, 4, []]);
      expect((await importPdf(file.bytes)).pages).toEqual(pages);
      for (const { assetId, width, height } of pages) {
        const asset = (await store.assets.get(tenantId, assetId))!;
        expect(asset).toMatchObject({ mediaType: 'application/pdf', use: 'page', width, height });
        const picture = await blobs.read(asset.pictureKey!);
        const [across, down] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
        expect([across, down]).toEqual([Math.round(width * 2), Math.round(height * 2)]);
      }
      const listed = await store.assets.list(tenantId);
      expect(listed.items.filter(({ mediaType }) => mediaType === 'application/pdf')).toEqual([]);

      const design = buildDesign([], {
        pages: pages.map(({ assetId, width, height }, index) => ({
          ...{ id: `p${index}`, width, height, background: { color: '#ffffff', assetId } },
          elements: [buildText(`name${index}`, '{{fullName}}', 500)],
        })),
      });
      const template = await addTemplate(store, tenantId, 'Imported', design);
      const items = await addStudents({ ...fixture, ...template }, [
        buildStudent(1, { idNumber: 'imported-1' }),
      ]);
      const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
      expect(batch).toMatchObject({ state: 'done', done: 1, failed: 0 });
      const { items: rows } = await store.batches.items(tenantId, batch._id);
      const certificate = await fileOf(rows[0]!.certId!);
      expect(textOf(certificate).join(' ')).toContain('Instituto Ñandú 1');
      expect(run('pdfsig', certificate)).toContain('Signature is Valid');
      expect(await verifyPdf(certificate)).toMatchObject({ outcome: 'intact' });
      // Four pages of one file: their fonts and images are in the certificate once.
      expect(certificate.length).toBeLessThan(200_000);
    });

    it('says which page is read, and stores none of an import whose caller leaves', async () => {
      const { blobs, queue, tenantId } = context().fixture;
      const many = Buffer.from(await (await letterhead(true, 20)).save());
      const storedNow = async () => {
        const keys: string[] = [];
        for await (const { key } of blobs.list(`assets/${tenantId}/`)) keys.push(key);
        return keys.length;
      };
      const before = await storedNow();
      const left = new AbortController();
      const seen: PdfImportProgress[] = [];
      const cancelled = importPdf(many, {
        signal: left.signal,
        onProgress(progress) {
          seen.push(progress);
          left.abort();
        },
      });
      await expect(cancelled).rejects.toMatchObject({ code: 'work_too_slow' });
      expect(seen[0]).toEqual({ page: 1, pages: 20 });
      await vi.waitFor(async () => expect((await queue.counts()).preview.active).toBe(0));
      expect(await storedNow()).toBe(before);
    });

    it('that cannot be imported is an error of the caller', async () => {
      for (const [name, code] of [
        ['another kind of file', 'upload_pdf_kind'],
        ['a page tree that contains itself', 'upload_pdf_unreadable'],
        ['an unknown encryption', 'upload_pdf_encrypted'],
      ] as const) {
        await expect(importPdf(hostilePdfs[name]!())).rejects.toMatchObject({ code });
      }
    });
  });
}
