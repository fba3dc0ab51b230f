import {
  type Batch,
  type BatchItem,
  batchEntity,
  batchItemEntity,
  permanentErrors,
  wireView,
} from '@sello/contracts';
import type { BatchItemRecord, BatchRecord, DeliveryRecord, Store, UserRecord } from '@sello/store';
import { LRUCache } from 'lru-cache';
import type { Links } from '../links.ts';

const view = wireView(batchEntity);
const itemView = wireView(batchItemEntity);

/**
 * The download is included until its file expires; its link is valid for five minutes. `names` is by user id, the
 * counts are by batch id.
 */
export function batchView(
  record: BatchRecord,
  links: Links,
  { names, unknown, permanent }: { names: ReadonlyMap<string, string> } & FailureCounts,
): Batch {
  const { _id: batchId, tenantId, createdBy, signing, download } = record;
  const unknownRows = unknown.get(batchId);
  const permanentRows = permanent.get(batchId);
  return view(record, {
    signed: signing !== undefined,
    createdBy: names.get(createdBy) ?? '',
    ...(unknownRows !== undefined && { unknown: unknownRows }),
    ...(permanentRows !== undefined && { permanent: permanentRows }),
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

/** `deliveries` are those of the rows' certificates, newest first, for a batch of e-mails. */
export function batchItemView(
  record: BatchItemRecord,
  batch: BatchRecord,
  links: Links,
  deliveries?: readonly DeliveryRecord[],
): BatchItem {
  const { certId, state } = record;
  // A certificate id is generated with the row: before the row is done its URL has no file.
  const isIssued = certId !== undefined && (batch.kind !== 'generate' || state === 'done');
  return itemView(record, {
    ...(isIssued && { certId, certificateUrl: links.certificate(certId) }),
    ...(deliveries && sayingsOf(record, batch, deliveries)),
  });
}

/** What the mail server said of a row, and the newest e-mail of the same certificate that was asked for later. */
function sayingsOf(
  { certId, index }: BatchItemRecord,
  { _id: batchId, createdAt }: BatchRecord,
  deliveries: readonly DeliveryRecord[],
): Pick<BatchItem, 'said' | 'again'> {
  const ofRow = deliveries.filter((delivery) => delivery.certId === certId);
  const own = ofRow.find((delivery) => delivery.batchId === batchId && delivery.index === index);
  const later = ofRow.find((delivery) => delivery.batchId !== batchId && delivery.createdAt > createdAt);
  return {
    ...(own?.response && { said: { text: own.response.text, at: own.updatedAt.toISOString() } }),
    ...(later && {
      again: { state: later.state, at: later.updatedAt.toISOString(), batchId: later.batchId },
    }),
  };
}

/** The e-mails of the certificates of these rows, newest first. */
export function deliveriesOf(
  store: Pick<Store, 'deliveries'>,
  tenantId: string,
  items: readonly BatchItemRecord[],
): Promise<DeliveryRecord[]> {
  return store.deliveries.listOf(tenantId, [...new Set(items.flatMap(({ certId }) => certId ?? []))]);
}

/** Of ended batches, by batch id. */
export interface FailureCounts {
  /** Rows of e-mail batches whose outcome is unknown. */
  unknown: ReadonlyMap<string, number>;
  /** Rows that trying again does not help. */
  permanent: ReadonlyMap<string, number>;
}

/** The rows of an ended batch do not change: each state of a batch is counted once in this process. */
const permanentKept = new LRUCache<string, number>({ max: 2_000 });

export async function failureCountsOf(
  store: Pick<Store, 'batches'>,
  tenantId: string,
  batches: readonly BatchRecord[],
): Promise<FailureCounts> {
  const failed = batches.filter((batch) => batch.failed > 0 && batch.endedAt !== undefined);
  const emails = failed.filter(({ kind }) => kind === 'email');
  const keyOf = ({ _id, rev }: BatchRecord): string => `${tenantId}/${_id}/${rev}`;
  const uncounted = failed.filter((batch) => !permanentKept.has(keyOf(batch)));
  const idsOf = (some: readonly BatchRecord[]) => some.map(({ _id }) => _id);
  const [unknown, counted] = await Promise.all([
    store.batches.unknownOf(tenantId, idsOf(emails)),
    store.batches.failedWith(tenantId, idsOf(uncounted), permanentErrors),
  ]);
  for (const batch of uncounted) permanentKept.set(keyOf(batch), counted.get(batch._id) ?? 0);
  const permanent = new Map(failed.map((batch) => [batch._id, permanentKept.get(keyOf(batch)) ?? 0]));
  return { unknown, permanent };
}

/** The names of the users who created these batches, or their e-mail addresses, by user id. */
export async function creatorsOf(
  store: Pick<Store, 'users'>,
  batches: readonly BatchRecord[],
): Promise<ReadonlyMap<string, string>> {
  const users = await store.users.getMany([...new Set(batches.map((batch) => batch.createdBy))]);
  return new Map(users.map((user) => [user._id, nameOf(user)]));
}

/** A person's name, or their e-mail address. */
export const nameOf = ({ name, email }: Pick<UserRecord, 'name' | 'email'>): string => name || email;
