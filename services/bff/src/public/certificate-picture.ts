import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@sello/blobs';
import { AppError, type Logger } from '@sello/kit';
import type { Picture, PictureThread } from '@sello/render';
import type { CertificateRecord } from '@sello/store';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../http/client-network.ts';
import { filePartsOf } from '../verify/stored-files.ts';
import { createIssuedFile, type IssuedFileDependencies } from './issued-file.ts';

export interface CertificatePictureDependencies extends IssuedFileDependencies {
  blobs: Blobs;
  thread: PictureThread;
  log: Logger;
}

/** Bytes. What we issue is smaller by far; a larger file is shown by its link alone. */
const largest = 16 * 1024 * 1024;
/** Bytes of pictures that a process keeps. */
const keptBytes = 64 * 1024 * 1024;

/**
 * `GET /c/:certId/:hash.png`: the first page of the issued file. Drawn from the bytes that were issued and no others:
 * they are hashed before, and what is not as recorded is answered as `object_missing`.
 */
export function createCertificatePicture({
  blobs,
  thread,
  log,
  ...dependencies
}: CertificatePictureDependencies): RequestHandler {
  const find = createIssuedFile(dependencies, 'picture');
  /** By the file's hash; those who ask at the same time wait for the same drawing, and no failure is kept. */
  const kept = new LRUCache<string, Picture, { record: CertificateRecord; owner: string }>({
    maxSize: keptBytes,
    sizeCalculation: ({ png }) => png.length,
    fetchMethod: (_hash, _stale, { context: { record, owner } }) => draw(record, owner),
  });

  async function draw(record: CertificateRecord, owner: string): Promise<Picture> {
    const bytes = await buffer(blobs.concat(filePartsOf(record)));
    if (createHash('sha256').update(bytes).digest('hex') !== record.hash) {
      log.error({ certId: record._id }, 'a kept file is not what was issued, and is not drawn');
      throw new AppError('object_missing');
    }
    return thread.draw(owner, bytes);
  }

  return async (request, response) => {
    const record = await find(request);
    if (request.params.hash !== record.hash) throw new AppError('issued_not_found');
    if (record.fileState !== undefined) throw new AppError('object_missing');
    if (record.size > largest) throw new AppError('unavailable');
    const tag = `"${record.hash}-1"`;
    const headers = {
      etag: tag,
      // The page never changes, but whether the public may have it does: asked again, answered by a few bytes.
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'",
    };
    if (request.get('if-none-match') === tag) {
      response.status(304).set(headers).end();
      return;
    }
    const owner = request.ip === undefined ? 'unknown' : networkOf(request.ip);
    const { png, page } = await kept.forceFetch(record.hash, { context: { record, owner } });
    // Not before: an answer without a picture must not carry the tag of one.
    response
      .set({ ...headers, 'content-type': 'image/png', 'page-size': `${page.width} ${page.height}` })
      .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  };
}
