import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@sello/blobs';
import { AppError, type Logger } from '@sello/kit';
import type { Picture, PictureThread } from '@sello/render';
import { type CertificateRecord, withCurrentPack } from '@sello/store';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../http/client-network.ts';
import { filePartsOf } from '../verify/stored-files.ts';
import { createIssuedFileLookup, type IssuedFileDependencies } from './issued-file.ts';

export interface CertificatePictureDependencies extends IssuedFileDependencies {
  blobs: Blobs;
  thread: PictureThread;
  log: Logger;
}

/** Bytes. Issued files are much smaller; for a larger file the verify page shows only its link. */
const maxFileBytes = 16 * 1024 * 1024;
const maxCachedBytes = 64 * 1024 * 1024;

/**
 * `GET /c/:certId/:hash.png`: the first page of the issued file as an image. The bytes are hashed before they are drawn;
 * if they do not match the record, the answer is `object_missing`.
 */
export function createCertificatePicture({
  blobs,
  thread,
  log,
  store,
  ...dependencies
}: CertificatePictureDependencies): RequestHandler {
  const find = createIssuedFileLookup({ ...dependencies, store }, 'picture');
  /** By the file's hash. Concurrent requests share one drawing, and errors are not cached. */
  const cache = new LRUCache<string, Picture, { record: CertificateRecord; owner: string }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ png }) => png.length,
    fetchMethod: (_hash, _stale, { context: { record, owner } }) => draw(record, owner),
  });

  async function draw(record: CertificateRecord, owner: string): Promise<Picture> {
    const bytes = await withCurrentPack(store.certificates, record, (current) =>
      buffer(blobs.concat(filePartsOf(current))),
    );
    if (createHash('sha256').update(bytes).digest('hex') !== record.hash) {
      log.error({ certId: record._id }, 'a stored file does not match the issued hash and is not drawn');
      throw new AppError('object_missing');
    }
    return thread.draw(owner, bytes);
  }

  return async (request, response) => {
    const record = await find(request, response);
    if (request.params.hash !== record.hash) throw new AppError('issued_not_found');
    if (record.fileState !== undefined) throw new AppError('object_missing');
    if (record.size > maxFileBytes) throw new AppError('unavailable');
    const tag = `"${record.hash}-1"`;
    const headers = {
      etag: tag,
      // The page never changes, but the permission to see it may: browsers revalidate with the ETag (304).
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'",
    };
    if (request.get('if-none-match') === tag) {
      response.status(304).set(headers).end();
      return;
    }
    const owner = request.ip === undefined ? 'unknown' : networkOf(request.ip);
    const { png, page } = await cache.forceFetch(record.hash, { context: { record, owner } });
    // Set only now: an error response must not carry the picture's ETag.
    response
      .set({ ...headers, 'content-type': 'image/png', 'page-size': `${page.width} ${page.height}` })
      .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  };
}
