import { createHash } from 'node:crypto';
import { type Blobs, importKeys } from '@sello/blobs';
import type { JobData, JobResult } from '@sello/contracts';
import type { PdfImporter, ReadOptions } from '@sello/render';
import type { Store } from '@sello/store';

/** Imports the pages of PDFs as assets. */
export interface PdfImports {
  /**
   * Reads the PDF that the caller stored. Throws what `PdfImporter.read` throws, and faults. Nothing is stored before all
   * pages are read.
   */
  run(data: JobData<'import-pdf'>, options?: ReadOptions): Promise<JobResult<'import-pdf'>>;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function createPdfImports({
  store,
  blobs,
  importer,
}: {
  store: Pick<Store, 'assets'>;
  blobs: Blobs;
  importer: PdfImporter;
}): PdfImports {
  return {
    async run({ tenantId, importId }, options) {
      const file = await blobs.read(importKeys(tenantId, importId).pdf);
      const { pages, notes, pageCount } = await importer.read(tenantId, file, options);
      const imported: JobResult<'import-pdf'>['pages'] = [];
      for (const { page, bytes, width, height, picture } of pages) {
        options?.signal?.throwIfAborted();
        const [sha256, pictureSha256] = [sha256Of(bytes), sha256Of(picture)];
        const key = `assets/${tenantId}/${sha256}`;
        const pictureKey = `assets/${tenantId}/${pictureSha256}`;
        // The bytes first: a record never names what is not there.
        await Promise.all([blobs.put(key, bytes), blobs.put(pictureKey, picture)]);
        const { _id } = await store.assets.put(tenantId, {
          ...{ sha256, key, size: bytes.length, mediaType: 'application/pdf', fileName: `page-${page}.pdf` },
          ...{ width, height, use: 'page', pictureKey, pictureSha256 },
        });
        imported.push({ page, assetId: _id, width, height });
      }
      return { pages: imported, notes, pageCount };
    },
  };
}
