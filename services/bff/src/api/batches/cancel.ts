import type { batchesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { checkMayRun } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';

export const cancel: Handler<(typeof batchesApi.calls)['cancel']> = async (
  { tenantId, body, person, roles },
  { store, batches, audit },
) => {
  const batch = await store.batches.get(tenantId, body.id);
  if (batch === null) throw new AppError('batch_not_found');
  checkMayRun(batch.kind, roles);
  const { event } = await store.batches.cancel(tenantId, body.id);
  batches.publish(event);
  await audit.note(tenantId, person, {
    action: 'batches.cancel',
    target: body.id,
    details: { kind: batch.kind },
  });
  return { success: true };
};
