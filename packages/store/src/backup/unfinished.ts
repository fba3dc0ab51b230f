import { errorMessage } from '@sello/contracts';
import type { CollectionName } from '../database/tables.ts';
import type { StoredRow } from './collisions.ts';

/** The batches of a backup, read before any of their rows is written. */
export interface KnownBatches {
  ids: Set<string>;
  /** Batches of e-mails. */
  mail: Set<string>;
}

export async function readBatches(rows: AsyncIterable<StoredRow>): Promise<KnownBatches> {
  const known: KnownBatches = { ids: new Set(), mail: new Set() };
  for await (const { _id, kind } of rows) {
    known.ids.add(_id);
    if (kind === 'email') known.mail.add(_id);
  }
  return known;
}

const since = 'restored from a backup: it may have been sent since';

/**
 * The row to restore, or `null` when its batch is not in the backup. An e-mail without a final state may have been sent
 * after the backup, so it becomes "unknown": it is never sent again automatically, but staff can send it again.
 */
export function asRestored(name: CollectionName, row: StoredRow, batches: KnownBatches): StoredRow | null {
  if (name === 'emailDeliveries' && (row.state === 'queued' || row.state === 'sending')) {
    return { ...row, state: 'unknown', response: { text: since } };
  }
  if (name === 'tenants' && row.deletion?.removedAt) {
    // Its records were read while they were removed: what the backup has of them is removed again.
    const { removedAt: _, ...deletion } = row.deletion;
    return { ...row, deletion };
  }
  // The copy may hold what the erasure had deleted when it was copied.
  if (name === 'erasures') return { ...row, dueAt: new Date(0) };
  if (name !== 'batchItems') return row;
  // The batch was created after the batches were read.
  if (!batches.ids.has(row.batchId)) return null;
  if (!batches.mail.has(row.batchId) || (row.state !== 'queued' && row.state !== 'running')) return row;
  const error = {
    code: 'email_unknown',
    message: errorMessage('email_unknown'),
    details: { response: since },
  };
  return { ...row, state: 'failed', delivery: 'unknown', error };
}
