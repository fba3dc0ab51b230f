import type { batchesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { maySee } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { batchItemView, batchView, creatorsOf } from '../../views/batch.ts';

export const get: Handler<(typeof batchesApi.calls)['get']> = async (
  { tenantId, query, roles },
  { store, links },
) => {
  const { id, state, limit, cursor } = query;
  const batch = await store.batches.get(tenantId, id);
  if (batch === null || !maySee(batch.kind, roles)) throw new AppError('batch_not_found');
  const rows =
    limit === 0
      ? { items: [], nextCursor: null }
      : await store.batches.items(tenantId, id, { state, limit, cursor });
  return {
    batch: batchView(batch, links, await creatorsOf(store, [batch])),
    items: rows.items.map((item) => batchItemView(item, batch, links)),
    nextCursor: rows.nextCursor,
  };
};
