import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobPart, Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import type { Request, Response } from 'express';
import fresh from 'fresh';
import { contentDisposition } from '../http/content-disposition.ts';
import { streamTo } from '../http/stream-to.ts';
import { readRange } from './range.ts';

export interface SentObject {
  parts: BlobPart[];
  size: number;
  type: string;
  /** Strong validator, without quotes. */
  etag: string;
  fileName: string;
  disposition: 'inline' | 'attachment';
  cacheControl: string;
  /** SHA-256 of the complete object, hex; other bytes are answered as `object_missing`. */
  sha256?: string;
}

/** Objects up to this size (bytes) are read and hashed before the first byte is sent, for ranges and HEAD as well. */
const maxBufferedBytes = 2 * 1024 * 1024;

/**
 * Sends an object with range support, ETag and Content-Length. If `sha256` is given and does not match, objects up to 2
 * MiB are answered with an error, and the connection of a larger one is closed before its end. Ranges of larger objects
 * are not verified.
 */
export async function sendObject(
  blobs: Blobs,
  request: Request,
  response: Response,
  { parts, size, type, etag, fileName, disposition, cacheControl, sha256 }: SentObject,
): Promise<void> {
  const tag = `"${etag}"`;
  const head: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': cacheControl,
    'content-disposition': contentDisposition(disposition, fileName),
    'content-type': type,
  };
  // Request Cache-Control is ignored: fetch() adds `no-cache` to conditional requests, which would never get a 304.
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, head)) {
    response.status(304).set(head).end();
    return;
  }
  const condition = request.get('if-range');
  const isSame = condition === undefined || condition === tag;
  const range = isSame ? readRange(request.get('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    response
      .status(416)
      .set({ ...head, 'content-range': `bytes */${size}` })
      .end();
    return;
  }
  const status = range === undefined ? 200 : 206;
  if (range) head['content-range'] = `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`;
  head['content-length'] = String(range?.length ?? size);
  const bytes =
    sha256 !== undefined && size <= maxBufferedBytes ? await readVerified(blobs, parts, sha256) : null;
  if (request.method === 'HEAD') {
    response.status(status).set(head).end();
    return;
  }
  if (bytes !== null) {
    response.status(status).set(head);
    response.end(range ? bytes.subarray(range.offset, range.offset + range.length) : bytes);
    return;
  }
  const stream = blobs.concat(parts, range ? { range } : {});
  await streamTo(response, sha256 !== undefined && !range ? verifyBeforeEnd(sha256, stream) : stream, {
    status,
    head,
  });
}

async function readVerified(blobs: Blobs, parts: BlobPart[], sha256: string): Promise<Buffer> {
  const bytes = await buffer(blobs.concat(parts));
  if (hash('sha256', bytes) !== sha256) throw damaged(sha256);
  return bytes;
}

/** Holds back the last chunk until the hash is verified, so that a client never receives a complete file of wrong bytes. */
function verifyBeforeEnd(sha256: string, stream: Readable): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    const sum = createHash('sha256');
    let last: Buffer | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (last !== undefined) yield last;
      sum.update(piece);
      last = piece;
    }
    if (sum.digest('hex') !== sha256) throw damaged(sha256);
    if (last !== undefined) yield last;
  }
  return Readable.from(pieces(), { objectMode: false });
}

const damaged = (sha256: string): AppError =>
  new AppError('object_missing', { cause: new Error(`the stored bytes are not those of ${sha256}`) });
