import type { batchesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { checkMayRun } from './may-run.ts';

/** A new batch of the rows that failed, with the template as it is now: what was wrong in it may have been mended. */
export const retry: Handler<(typeof batchesApi.calls)['retry']> = async (
  { tenantId, body, person, roles, operationId },
  { store, batches, audit },
) => {
  const batch = await store.batches.get(tenantId, body.id);
  if (batch === null) throw new AppError('batch_not_found');
  checkMayRun(batch.kind, roles);
  const input = await store.batches.retryInput(tenantId, body.id);
  const items = batch.kind === 'generate' ? await batches.pinRevisions(tenantId, input.items) : input.items;
  const again = await batches.start(tenantId, {
    ...input,
    _id: operationId,
    createdBy: person.userId,
    items,
  });
  await audit.note(tenantId, person, {
    action: 'batches.retry',
    target: again._id,
    details: { of: body.id },
  });
  return { batchId: again._id };
};
