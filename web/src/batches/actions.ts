import { type Batch, batchesApi } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { call } from '../api/index.ts';
import { createStore } from '../state/store.ts';
import { toast } from '../ui/toast/queue.ts';
import { toastError } from '../ui/toast/toastError.ts';
import { setTrayOpen } from './store.ts';

/** Batches started in this window: their ends are shown as toasts, those of others only in the tray. */
export const startedHere = createStore<ReadonlySet<string>>(new Set());

/** The batch whose failed rows are shown in a dialog. */
export const errorsShown = createStore<string | null>(null);

/** Opens the tray for a batch that was accepted. */
export function showStart(batchId: string): void {
  startedHere.set(new Set(startedHere.get()).add(batchId));
  setTrayOpen(true);
}

export function forgetStart(batchId: string): void {
  const left = new Set(startedHere.get());
  left.delete(batchId);
  startedHere.set(left);
}

export async function cancelBatch(batchId: string, t: TFunction): Promise<void> {
  try {
    await call(batchesApi, 'cancel', { body: { id: batchId } });
  } catch (error) {
    toastError(error, t);
  }
}

/** Tries again the rows of an ended batch that need no correction. */
export async function retryBatch({ _id: batchId }: Pick<Batch, '_id'>, t: TFunction): Promise<void> {
  try {
    // Derived from the batch, so a second click or another tab starts no second retry.
    const made = await call(batchesApi, 'retry', {
      body: { id: batchId, rows: 'repeatable' },
      idempotencyKey: `retry-${batchId}`,
    });
    showStart(made.batchId);
  } catch (error) {
    toastError(error, t);
  }
}

/** The link of a finished zip expires after five minutes, so a new one is requested on click. */
export async function downloadZip(batchId: string, t: TFunction): Promise<void> {
  try {
    const answer = await call(batchesApi, 'get', { query: { id: batchId, limit: 0 } });
    const download = answer?.batch.download;
    if (!download) {
      toast({ tone: 'bad', title: t('errors.download_expired') });
      return;
    }
    const link = document.createElement('a');
    link.href = download.url;
    link.download = download.fileName;
    link.click();
  } catch (error) {
    toastError(error, t);
  }
}
