import type { studentImportsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const importResult: Handler<(typeof studentImportsApi.calls)['import-result']> = async (
  { tenantId, query: { batchId } },
  { store },
) => {
  const batch = await store.batches.get(tenantId, batchId);
  if (batch?.source === undefined) throw new AppError('batch_not_found');
  const outcomes = await store.batches.outcomes(tenantId, batchId);
  return {
    ...{ added: 0, changed: 0, same: 0, skipped: 0, ...outcomes },
    ...{ failed: batch.failed, cancelled: batch.cancelled, failedEarly: batch.source.failed },
  };
};
