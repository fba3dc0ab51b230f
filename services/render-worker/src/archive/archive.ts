import type { Blobs } from '@sello/blobs';
import { AppError, toRowError } from '@sello/kit';
import type { BatchItemRecord, CertificateRecord, RowOutcome, Store } from '@sello/store';
import { isRowError } from '../issuing/row-errors.ts';
import { createCertificateFiles } from './certificate-files.ts';
import { createFileNames } from './file-names.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

export type FileOutcome = Omit<RowOutcome, 'fence'>;

export interface ArchiveOrder {
  tenantId: string;
  batchId: string;
  key: string;
  signal: AbortSignal;
  /** Told of files as they are packed, some at a time. */
  packed(outcomes: FileOutcome[]): Promise<unknown>;
}

export interface ArchiveResult {
  files: number;
  /** Bytes. */
  size: number;
}

const pageItems = 500;
const toldEvery = 100;

/**
 * Packs the certificates of a batch's rows into one stored zip, streamed into the object store. A row whose certificate
 * cannot go in keeps its error and the others go on. Nothing is stored when it throws.
 */
export async function writeArchive(
  store: Pick<Store, 'batches' | 'certificates'>,
  blobs: Blobs,
  order: ArchiveOrder,
): Promise<ArchiveResult> {
  const zip = createZipWriter();
  const stop = (): void => zip.abort(order.signal.reason as Error);
  order.signal.addEventListener('abort', stop);
  const stored = blobs.put(order.key, zip.stream);
  stored.catch((error: unknown) => zip.abort(error as Error));
  try {
    order.signal.throwIfAborted();
    const files = await packRows(store, blobs, order, zip);
    await zip.finish();
    const { size } = await stored;
    return { files, size };
  } catch (error) {
    zip.abort(error as Error);
    await stored.catch(() => undefined);
    throw error;
  } finally {
    order.signal.removeEventListener('abort', stop);
  }
}

async function packRows(
  store: Pick<Store, 'batches' | 'certificates'>,
  blobs: Blobs,
  { tenantId, batchId, signal, packed }: ArchiveOrder,
  zip: ZipWriter,
): Promise<number> {
  const source = createCertificateFiles(blobs);
  const fileName = createFileNames();
  let untold: FileOutcome[] = [];
  let files = 0;

  async function pack(
    item: BatchItemRecord,
    certificate: CertificateRecord | undefined,
  ): Promise<FileOutcome> {
    try {
      // A prepared one is not issued yet.
      if (certificate === undefined || certificate.state === 'prepared') {
        throw new AppError('issued_not_found');
      }
      if (certificate.state === 'revoked') throw new AppError('issued_revoked');
      const { prefix, tail } = await source.read(certificate);
      await zip.add(fileName(item.fullName, '.pdf'), [prefix, tail], certificate.issuedAt);
      files++;
      return { index: item.index, state: 'done' };
    } catch (error) {
      if (!isRowError(error)) throw error;
      return { index: item.index, state: 'failed', error: toRowError(error) };
    }
  }

  for await (const items of pagesOf(store, tenantId, batchId)) {
    const certIds = items.flatMap((item) => item.certId ?? []);
    const certificates = await store.certificates.getMany(tenantId, certIds);
    const byId = new Map(certificates.map((certificate) => [certificate._id, certificate]));
    for (const item of items) {
      signal.throwIfAborted();
      untold.push(await pack(item, byId.get(item.certId ?? '')));
      if (untold.length < toldEvery) continue;
      await packed(untold);
      untold = [];
    }
  }
  if (untold.length > 0) await packed(untold);
  return files;
}

/** Rows that are still to be packed, page by page: a batch of a hundred thousand is never in memory as a whole. */
async function* pagesOf(
  store: Pick<Store, 'batches'>,
  tenantId: string,
  batchId: string,
): AsyncGenerator<BatchItemRecord[]> {
  let cursor: string | undefined;
  do {
    const page = await store.batches.items(tenantId, batchId, { limit: pageItems, cursor });
    yield page.items.filter((item) => item.state === 'queued');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
