import { pipeline } from 'node:stream/promises';
import type { BlobPart, Blobs } from '@sello/blobs';
import type { Request, Response } from 'express';
import { contentDisposition } from '../http/content-disposition.ts';
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
}

/** Streams an object with ranges, ETag and a length. A file that breaks off ends the connection, never in a short file. */
export async function sendObject(
  blobs: Blobs,
  request: Request,
  response: Response,
  { parts, size, type, etag, fileName, disposition, cacheControl }: SentObject,
): Promise<void> {
  const tag = `"${etag}"`;
  response.set({
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': cacheControl,
    'content-disposition': contentDisposition(disposition, fileName),
    'content-type': type,
  });
  const known = (request.get('if-none-match') ?? '')
    .split(',')
    .map((value) => value.trim().replace(/^W\//, ''));
  if (known.includes(tag) || known.includes('*')) {
    response.status(304).end();
    return;
  }
  const condition = request.get('if-range');
  const isSame = condition === undefined || condition === tag;
  const range = isSame ? readRange(request.get('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    response.status(416).set('content-range', `bytes */${size}`).end();
    return;
  }
  if (range) {
    response.status(206);
    response.set('content-range', `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`);
  }
  response.set('content-length', String(range?.length ?? size));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = blobs.concat(parts, range ? { range } : {});
  // The first byte decides between an answer and an error: once it is read, the head goes out.
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.headersSent) throw error;
    response.destroy();
  });
}
