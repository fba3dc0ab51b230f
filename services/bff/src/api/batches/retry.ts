import { type batchesApi, permanentErrors } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { checkKnownStore } from '../../batches/batch-service.ts';
import { requireBatchValues } from '../../batches/batch-values.ts';
import { checkMayRun } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';

/**
 * Creates a new batch of the failed rows, with the current template, because its errors may have been fixed. A second
 * request gets the same batch, so that two people who both retry never send an e-mail twice. E-mails that may have arrived
 * are left out: `resend` sends them again, for somebody who was asked.
 */
export const retry: Handler<(typeof batchesApi.calls)['retry']> = async (
  { tenantId, body, person, roles, operationId },
  { store, objectStore, batches, audit, lock },
) => {
  const batch = await store.batches.get(tenantId, body.id);
  if (batch === null) throw new AppError('batch_not_found');
  checkMayRun(batch.kind, roles);
  // Repeating it sends e-mails as well.
  if (batch.afterwards?.emails) checkMayRun('email', roles);
  if (batch.kind === 'generate') await checkKnownStore(objectStore);
  return lock.hold(`batches.retry ${batch._id}`, { busy: 'rate_limited' }, async () => {
    const existing = await store.batches.retryOf(tenantId, batch._id);
    if (existing !== null && existing._id !== operationId) return { batchId: existing._id };
    const input = await store.batches.retryInput(tenantId, batch._id, [
      'email_unknown',
      ...(body.rows === 'repeatable' ? permanentErrors : []),
    ]);
    let { items } = input;
    if (batch.kind === 'generate') {
      const pinned = await batches.pinRevisions(tenantId, items);
      items = pinned.items;
      const { designs } = pinned;
      await requireBatchValues(store, tenantId, { designs, rows: items, values: input.values ?? {} });
    }
    const again = await batches.start(tenantId, {
      ...input,
      _id: operationId,
      createdBy: person.userId,
      items,
    });
    await audit.note(tenantId, person, {
      action: 'batches.retry',
      target: again._id,
      details: { of: batch._id, kind: batch.kind, rows: items.length },
    });
    return { batchId: again._id };
  });
};
