import { Readable } from 'node:stream';
import type { Blobs } from '@sello/blobs';
import { AppError, isRowError, toRowError } from '@sello/kit';
import type { BatchItemRecord, CertificateRecord, RowOutcome, Store } from '@sello/store';
import { createCertificateFiles } from './certificate-files.ts';
import { createFileNames } from './file-names.ts';
import { type StreamedEntry, type ZipEntry, zipBytes } from './zip.ts';

export type FileOutcome = Omit<RowOutcome, 'fence'>;

export interface ArchiveOrder {
  tenantId: string;
  batchId: string;
  key: string;
  signal: AbortSignal;
  /** Called with the outcomes of packed files, in groups. */
  onPacked(outcomes: FileOutcome[]): Promise<unknown>;
}

export interface ArchiveResult {
  files: number;
  /** Bytes. */
  size: number;
}

const pageSize = 500;
const outcomesPerReport = 100;

/**
 * Packs the certificates of a batch's rows into one stored zip, streamed into the object store. A row whose certificate
 * cannot be packed gets its error; the others are packed. Nothing is stored when it throws.
 */
export async function writeArchive(
  store: Pick<Store, 'batches' | 'certificates'>,
  blobs: Blobs,
  order: ArchiveOrder,
): Promise<ArchiveResult> {
  const packing = createPacking(store, blobs, order);
  const size = await storeZip(blobs, order, packing.entries());
  return { files: packing.files(), size };
}

/**
 * Streams entries as a zip into the object store. Returns its size in bytes. Nothing is stored when it throws, which it
 * does as `entries` does.
 */
export async function storeZip(
  blobs: Blobs,
  order: Pick<ArchiveOrder, 'key' | 'signal'>,
  entries: AsyncIterable<ZipEntry | StreamedEntry>,
): Promise<number> {
  let failure: unknown;
  async function* watched() {
    try {
      yield* zipBytes(entries);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  const stop = (): void => void stream.destroy(order.signal.reason as Error);
  order.signal.addEventListener('abort', stop);
  try {
    order.signal.throwIfAborted();
    return (await blobs.put(order.key, stream)).size;
  } catch (error) {
    // The object store reports only that its source stream failed.
    order.signal.throwIfAborted();
    throw failure ?? error;
  } finally {
    order.signal.removeEventListener('abort', stop);
  }
}

interface Packing {
  entries(): AsyncGenerator<ZipEntry>;
  files(): number;
}

function createPacking(
  store: Pick<Store, 'batches' | 'certificates'>,
  blobs: Blobs,
  { tenantId, batchId, onPacked }: ArchiveOrder,
): Packing {
  const source = createCertificateFiles(blobs, store.certificates);
  const fileName = createFileNames();
  let unreported: FileOutcome[] = [];
  let files = 0;

  async function entryOf(
    item: BatchItemRecord,
    certificate: CertificateRecord | undefined,
  ): Promise<ZipEntry> {
    if (certificate === undefined || certificate.state === 'prepared') throw new AppError('issued_not_found');
    if (certificate.state === 'revoked') throw new AppError('issued_revoked');
    const { prefix, tail, crc32 } = await source.read(certificate);
    const name = fileName(item.fullName, '.pdf');
    return { name, modifiedAt: certificate.issuedAt, pieces: [prefix, tail], crc32 };
  }

  async function report(outcome: FileOutcome): Promise<void> {
    unreported.push(outcome);
    if (unreported.length >= outcomesPerReport) await reportAll();
  }

  async function reportAll(): Promise<void> {
    if (unreported.length > 0) await onPacked(unreported);
    unreported = [];
  }

  async function* pack(): AsyncGenerator<ZipEntry> {
    for await (const items of pagesOf(store, tenantId, batchId)) {
      const certIds = items.flatMap((item) => item.certId ?? []);
      const certificates = await store.certificates.getMany(tenantId, certIds);
      const byId = new Map(certificates.map((certificate) => [certificate._id, certificate]));
      for (const item of items) {
        let entry: ZipEntry;
        try {
          entry = await entryOf(item, byId.get(item.certId ?? ''));
        } catch (error) {
          if (!isRowError(error)) throw error;
          await report({ index: item.index, state: 'failed', error: toRowError(error) });
          continue;
        }
        yield entry;
        files++;
        await report({ index: item.index, state: 'done' });
      }
    }
    await reportAll();
  }

  return {
    entries: pack,
    files: () => files,
  };
}

/** Queued rows, page by page: a batch of a hundred thousand rows is never in memory as a whole. */
async function* pagesOf(
  store: Pick<Store, 'batches'>,
  tenantId: string,
  batchId: string,
): AsyncGenerator<BatchItemRecord[]> {
  let cursor: string | undefined;
  do {
    const page = await store.batches.items(tenantId, batchId, { limit: pageSize, cursor });
    yield page.items.filter((item) => item.state === 'queued');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
