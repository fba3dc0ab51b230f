import type { Blobs } from '@sello/blobs';
import { isArchiveKind } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { BatchItemRecord, BatchRecord, Store } from '@sello/store';
import type { Response } from 'express';
import type { BatchService } from '../batches/batch-service.ts';
import type { Links } from '../links.ts';
import { contentDisposition } from './content-disposition.ts';
import { streamTo } from './stream-to.ts';

/** Answers a call that creates a batch: waits for the result, or 202 with `Prefer: respond-async` (RFC 7240). */
export interface BatchAnswer {
  send(response: Response, asked: { tenantId: string; batchId: string; isAsync: boolean }): Promise<void>;
}

export interface BatchAnswerDependencies {
  batches: BatchService;
  store: Pick<Store, 'batches'>;
  blobs: Blobs;
  links: Links;
  /** How long a call waits for its batch before it answers 202, ms. */
  waitMs: number;
  /** Aborted when the service drains: waiting calls answer 202. */
  closing: AbortSignal;
}

export function createBatchAnswer({
  batches,
  store,
  blobs,
  links,
  waitMs,
  closing,
}: BatchAnswerDependencies): BatchAnswer {
  async function sendFile(response: Response, { download }: BatchRecord): Promise<void> {
    if (download === undefined) throw new AppError('no_certificates_to_download');
    const { stream, size } = await blobs.get(download.key);
    await streamTo(response, stream, {
      head: {
        'content-type': 'application/zip',
        'content-length': String(size),
        'content-disposition': contentDisposition('attachment', download.fileName),
      },
    });
  }

  return {
    async send(response, { tenantId, batchId, isAsync }) {
      const sendAccepted = () => {
        response.set('location', `/api/batches?fn=get&id=${batchId}`);
        response.status(202).json({ batchId });
      };
      if (isAsync) {
        response.set('preference-applied', 'respond-async');
        return sendAccepted();
      }
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const batch = await batches.wait(tenantId, batchId, {
        ms: waitMs,
        signal: AbortSignal.any([gone.signal, closing]),
      });
      if (batch === null) throw new AppError('batch_not_found');
      if (gone.signal.aborted) return;
      if (batch.endedAt === undefined) return sendAccepted();
      if (isArchiveKind(batch.kind)) return sendFile(response, batch);
      const { items } = await store.batches.items(tenantId, batchId);
      response.json(batch.kind === 'generate' ? generated(items, links) : sent(items));
    },
  };
}

function errorsOf(items: readonly BatchItemRecord[]) {
  return items
    .filter((item) => item.state !== 'done')
    .map(({ index, error }) => ({
      index,
      error: error?.message ?? 'Cancelled',
      code: error?.code ?? 'batch_not_running',
    }));
}

function generated(items: readonly BatchItemRecord[], links: Links) {
  const results = items.map(({ state, certId, templateId }) =>
    state === 'done' && certId !== undefined
      ? { fileUrl: links.certificate(certId), certId, templateId }
      : null,
  );
  return { results, errors: errorsOf(items), success: results.filter((result) => result !== null).length };
}

function sent(items: readonly BatchItemRecord[]) {
  return { success: items.filter((item) => item.state === 'done').length, errors: errorsOf(items) };
}
