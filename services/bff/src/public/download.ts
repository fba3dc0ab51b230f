import type { Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import type { RequestHandler } from 'express';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Links } from '../links.ts';
import { sendObject } from './send-object.ts';

export interface DownloadDependencies {
  store: Pick<Store, 'batches'>;
  blobs: Blobs;
  links: Links;
  rates: RateLimits;
}

/** `GET /d/:token/:fileName`: a finished zip, by a signed link that is valid for five minutes. */
export function createDownload({ store, blobs, links, rates }: DownloadDependencies): RequestHandler {
  return async (request, response) => {
    await rates.spend('download', request.ip);
    const verdict = links.readDownload(String(request.params.token));
    if (verdict.kind === 'invalid') throw new AppError('download_link_invalid');
    if (verdict.kind === 'expired') throw new AppError('download_expired');
    const { tenantId, batchId } = verdict.claim;
    const download = (await store.batches.get(tenantId, batchId))?.download;
    if (download === undefined || download.keptUntil <= new Date()) throw new AppError('download_expired');
    await sendObject(blobs, request, response, {
      parts: [{ key: download.key, offset: 0, length: download.size }],
      size: download.size,
      type: 'application/zip',
      etag: batchId,
      fileName: download.fileName,
      disposition: 'attachment',
      cacheControl: 'private, no-store',
    });
  };
}
