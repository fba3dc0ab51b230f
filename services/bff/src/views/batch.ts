import { type Batch, type BatchItem, batchEntity, batchItemEntity, wireView } from '@sello/contracts';
import type { BatchItemRecord, BatchRecord, Store } from '@sello/store';
import type { Links } from '../links.ts';

const view = wireView(batchEntity);
const itemView = wireView(batchItemEntity);

/** The download is included until its file expires; its link is valid for five minutes. `names` is by user id. */
export function batchView(record: BatchRecord, links: Links, names: ReadonlyMap<string, string>): Batch {
  const { _id: batchId, tenantId, createdBy, signing, download } = record;
  return view(record, {
    signed: signing !== undefined,
    createdBy: names.get(createdBy) ?? '',
    ...(download !== undefined &&
      download.keptUntil > new Date() && {
        download: {
          fileName: download.fileName,
          size: download.size,
          url: links.download({ tenantId, batchId }, download.fileName),
          keptUntil: download.keptUntil.toISOString(),
        },
      }),
  });
}

export function batchItemView(record: BatchItemRecord, batch: BatchRecord, links: Links): BatchItem {
  const { certId, state } = record;
  // A certificate id is generated with the row: before the row is done its URL has no file.
  const isIssued = certId !== undefined && (batch.kind !== 'generate' || state === 'done');
  return itemView(record, isIssued ? { certId, certificateUrl: links.certificate(certId) } : {});
}

/** The names of the users who created these batches, or their e-mail addresses, by user id. */
export async function creatorsOf(
  store: Pick<Store, 'users'>,
  batches: readonly BatchRecord[],
): Promise<ReadonlyMap<string, string>> {
  const users = await store.users.getMany([...new Set(batches.map((batch) => batch.createdBy))]);
  return new Map(users.map(({ _id, name, email }) => [_id, name === '' ? email : name]));
}
