import { type batchesApi, batchKind } from '@sello/contracts';
import { maySee } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { batchView, creatorsOf, failureCountsOf } from '../../views/batch.ts';

export const list: Handler<(typeof batchesApi.calls)['list']> = async (
  { tenantId, query, roles },
  { store, links },
) => {
  const { limit, cursor, running, kind: asked, state, createdBy, from, before } = query;
  const page = await store.batches.list(tenantId, {
    ...{ limit, cursor, state, createdBy },
    kinds: batchKind.options.filter((kind) => maySee(kind, roles) && (asked === undefined || kind === asked)),
    ...(running === undefined ? {} : { running: running === 'true' }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(before === undefined ? {} : { before: new Date(before) }),
  });
  const [names, failures] = await Promise.all([
    creatorsOf(store, page.items),
    failureCountsOf(store, tenantId, page.items),
  ]);
  const items = page.items.map((record) => batchView(record, links, { names, ...failures }));
  return { ...page, items };
};
