import { createHash } from 'node:crypto';
import { type Blobs, previewKeys } from '@sello/blobs';
import type { JobData, PdfImport } from '@sello/contracts';
import { createLogger, isAppError } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { identityOf, type Store } from '@sello/store';
import { PDFDocument, PDFString } from 'pdf-lib';
import { readStudentsJob } from '../../render-worker/src/jobs/import.ts';

/** A small PDF that contains its certificate's id as the renderer writes it. */
export async function smallPdf(certId: string): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage([200, 100]);
  const { context } = document;
  context.trailerInfo.Info = context.register(context.obj({ SelloCertificate: PDFString.of(certId) }));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Completes a batch as the workers do: rows, files, counts and events. */
export async function finishBatch(
  { store, blobs, queue }: { store: Store; blobs: Blobs; queue: Queue },
  tenantId: string,
  batchId: string,
): Promise<void> {
  const batch = (await store.batches.get(tenantId, batchId))!;
  const range = { from: 0, to: batch.total };
  const claim = await store.batches.claim(tenantId, batchId, range, { owner: 'test', leaseMs: 20_000 });
  const files = await Promise.all(claim.items.map((item) => smallPdf(item.certId!)));
  if (batch.kind === 'generate') {
    const prefix = Buffer.from('%PDF-1.7\n');
    const sha256 = createHash('sha256').update(prefix).digest('hex');
    await blobs.put(`prefixes/${sha256}`, prefix);
    const tenant = (await store.tenants.get(tenantId))!;
    const { kind, domain } = identityOf(tenant, await store.domains.of(tenantId));
    const rows = await Promise.all(
      claim.items.map(async (item, index) => {
        const file = files[index]!;
        const tail = file.subarray(prefix.length);
        const key = `packs/${createHash('sha256').update(tail).digest('hex')}`;
        await blobs.put(key, tail);
        return {
          _id: item.certId!,
          studentId: item.studentId!,
          batchId,
          index: item.index,
          hash: createHash('sha256').update(file).digest('hex'),
          size: file.length,
          pages: 1,
          prefix: { key: `prefixes/${sha256}`, sha256, size: prefix.length },
          pack: { key, offset: 0, length: tail.length },
          printed: { holder: item.fullName, idNumber: '45871236', country: 'Peru', course: batch.title },
          templateId: item.templateId!,
          revisionId: item.revisionId!,
          issuedAt: item.issuedAt!,
          identity: { kind, ...(domain !== undefined && { domain }) },
        };
      }),
    );
    await store.certificates.issue(tenantId, rows);
  }
  await store.batches.finish(
    tenantId,
    batchId,
    claim.items.map(({ index, fence }) => ({ index, fence, state: 'done' })),
  );
  const count = await store.batches.count(tenantId, batchId);
  await queue.publish('batch', count.event);
}

/** Completes a zip batch under its lease, with this file as the download. */
export async function finishZip(
  { store, blobs, queue }: { store: Store; blobs: Blobs; queue: Queue },
  tenantId: string,
  batchId: string,
  bytes: Buffer,
): Promise<void> {
  const held = (await store.batches.takeBatchLease(tenantId, batchId, { owner: 'test', leaseMs: 20_000 }))!;
  const { items } = await store.batches.items(tenantId, batchId, { state: 'queued' });
  await store.batches.finishUnderBatchLease(
    tenantId,
    batchId,
    held.fence,
    items.map(({ index }) => ({ index, state: 'done' })),
  );
  await blobs.put(`zips/${batchId}`, bytes);
  await store.batches.setDownload(tenantId, batchId, held.fence, {
    key: `zips/${batchId}`,
    fileName: 'certificates_2026-03-01.zip',
    size: bytes.length,
    keptUntil: new Date(Date.now() + 60_000),
  });
  await queue.publish('batch', (await store.batches.count(tenantId, batchId)).event);
}

/** A preview as the worker gets it. */
export interface PrintedPreview {
  data: JobData<'preview'>;
  /** Of one that is stored nowhere. */
  design: unknown;
}

/** Serves the queue of previews as a render-worker does; `print` answers the PDF. */
export function servePreviews(
  redisUrl: string,
  blobs: Blobs,
  print: (preview: PrintedPreview) => Promise<Buffer>,
  importPdf?: () => Promise<PdfImport>,
  /** Without it no file of students is compared. */
  store?: Store,
): { close(): Promise<void> } {
  const log = createLogger({ service: 'test', level: 'silent' });
  const queue = openQueue({ redisUrl, log, service: 'render-worker' });
  const unused = {
    run: async () => {
      if (importPdf) return importPdf();
      throw new Error('no PDF is imported here');
    },
    giveUp: async () => undefined,
  };
  const idle = { run: async () => undefined, giveUp: async () => undefined };
  const noStudents = { ...idle, run: () => Promise.reject(new Error('no file is read here')) };
  const serving = queue.serve(
    {
      ...{ generate: idle, 'import-pdf': unused, zip: idle, export: idle, upkeep: idle, import: idle },
      preflight: idle,
      'read-students': store ? readStudentsJob({ store, blobs }) : noStudents,
      preview: {
        async run(data) {
          const keys = previewKeys(data.tenantId, data.previewId);
          const design = await blobs.read(keys.design).catch((error: unknown) => {
            if (isAppError(error, 'object_missing')) return undefined;
            throw error;
          });
          const pdf = await print({ data, design: design && JSON.parse(design.toString()) });
          const { size } = await blobs.put(keys.pdf, pdf);
          return { size, pages: 1 };
        },
        giveUp: async () => undefined,
      },
    },
    { concurrency: { generate: 1, zip: 1, upkeep: 1, preview: 2, import: 1 } },
  );
  return {
    async close() {
      await serving.close();
      await queue.close();
    },
  };
}
