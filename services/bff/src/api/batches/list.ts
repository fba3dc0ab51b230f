import { type batchesApi, batchKind } from '@sello/contracts';
import { maySee } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { batchView, creatorsOf } from '../../views/batch.ts';

export const list: Handler<(typeof batchesApi.calls)['list']> = async (
  { tenantId, query, roles },
  { store, links },
) => {
  const { limit, cursor, running } = query;
  const page = await store.batches.list(tenantId, {
    limit,
    cursor,
    kinds: batchKind.options.filter((kind) => maySee(kind, roles)),
    ...(running === undefined ? {} : { running: running === 'true' }),
  });
  const names = await creatorsOf(store, page.items);
  return { ...page, items: page.items.map((record) => batchView(record, links, names)) };
};
