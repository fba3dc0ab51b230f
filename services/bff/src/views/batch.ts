import type { Batch, BatchItem } from '@sello/contracts';
import type { BatchItemRecord, BatchRecord } from '@sello/store';
import type { Links } from '../links.ts';

/** A download shows while its file is kept; its link holds for five minutes from now. `names` is by user id. */
export function batchView(
  record: BatchRecord,
  links: Links,
  names: ReadonlyMap<string, string>,
  now = new Date(),
): Batch {
  const { _id, tenantId, kind, title, state, rev, total, done, failed, cancelled } = record;
  const { startedAt, endedAt, retryOf, download, createdAt } = record;
  return {
    _id,
    kind,
    title,
    state,
    rev,
    total,
    done,
    failed,
    cancelled,
    signed: record.signing !== undefined,
    createdAt: createdAt.toISOString(),
    ...(startedAt === undefined ? {} : { startedAt: startedAt.toISOString() }),
    ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }),
    createdBy: names.get(record.createdBy) ?? '',
    ...(retryOf === undefined ? {} : { retryOf }),
    ...(download === undefined || download.keptUntil <= now
      ? {}
      : {
          download: {
            fileName: download.fileName,
            size: download.size,
            url: links.download({ tenantId, batchId: _id }, download.fileName),
            keptUntil: download.keptUntil.toISOString(),
          },
        }),
  };
}

export function batchItemView(record: BatchItemRecord, batch: BatchRecord, links: Links): BatchItem {
  const { index, studentId, fullName, state, certId, templateId, delivery, error } = record;
  // A certificate id is drawn with the row: before the row is done there is nothing at its address.
  const isIssued = certId !== undefined && (batch.kind !== 'generate' || state === 'done');
  return {
    index,
    ...(studentId === undefined ? {} : { studentId }),
    fullName,
    state,
    ...(isIssued ? { certId, certificateUrl: links.certificate(certId) } : {}),
    ...(templateId === undefined ? {} : { templateId }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(error === undefined ? {} : { error }),
  };
}
