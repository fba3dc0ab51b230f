import type { BlobPart, Blobs } from '@sello/blobs';
import type { Request, Response } from 'express';
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
}

/** Streams an object with ranges, ETag and a length. */
export async function sendObject(
  blobs: Blobs,
  request: Request,
  response: Response,
  { parts, size, type, etag, fileName, disposition, cacheControl }: SentObject,
): Promise<void> {
  const tag = `"${etag}"`;
  const head: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': cacheControl,
    'content-disposition': contentDisposition(disposition, fileName),
    'content-type': type,
  };
  const known = (request.get('if-none-match') ?? '')
    .split(',')
    .map((value) => value.trim().replace(/^W\//, ''));
  if (known.includes(tag) || known.includes('*')) {
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
  if (request.method === 'HEAD') {
    response.status(status).set(head).end();
    return;
  }
  await streamTo(response, blobs.concat(parts, range ? { range } : {}), { status, head });
}
