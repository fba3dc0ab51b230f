import type { batchesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { maySee } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { batchItemView, batchView, creatorsOf, deliveriesOf, failureCountsOf } from '../../views/batch.ts';

export const get: Handler<(typeof batchesApi.calls)['get']> = async (
  { tenantId, query, roles },
  { store, links },
) => {
  const { id, state, outcome, limit, cursor } = query;
  const batch = await store.batches.get(tenantId, id);
  if (batch === null || !maySee(batch.kind, roles)) throw new AppError('batch_not_found');
  const rows =
    limit === 0
      ? { items: [], nextCursor: null }
      : await store.batches.items(tenantId, id, { state, outcome, limit, cursor });
  const [names, failures, deliveries] = await Promise.all([
    creatorsOf(store, [batch]),
    failureCountsOf(store, tenantId, [batch]),
    batch.kind === 'email' ? deliveriesOf(store, tenantId, rows.items) : undefined,
  ]);
  return {
    batch: batchView(batch, links, { names, ...failures }),
    items: rows.items.map((item) => batchItemView(item, batch, links, deliveries)),
    nextCursor: rows.nextCursor,
  };
};
