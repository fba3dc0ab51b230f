import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStoreGuard } from '@sello/blobs';
import { AppError } from '@sello/kit';

const patienceMs = 2_000;

/**
 * Throws `object_store_unknown` before a batch is accepted that no worker would issue. A store that is away or slow is
 * no reason to refuse: the batch waits for it, and the workers ask again before each chunk.
 */
export async function checkKnownStore(objectStore: Pick<ObjectStoreGuard, 'isOurs'>): Promise<void> {
  const asked = objectStore.isOurs().catch(() => true);
  const isOurs = await Promise.race([asked, sleep(patienceMs, true, { ref: false })]);
  if (!isOurs) throw new AppError('object_store_unknown');
}
