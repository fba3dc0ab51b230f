import { type batchesApi, batchKind } from '@sello/contracts';
import { maySee } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { nameOf } from '../../views/batch.ts';

export const starters: Handler<(typeof batchesApi.calls)['starters']> = async (
  { tenantId, roles },
  { store },
) => {
  const kinds = batchKind.options.filter((kind) => maySee(kind, roles));
  const { since, createdBy } = await store.batches.starts(tenantId, kinds);
  const users = await store.users.getMany(createdBy);
  const items = users.map((user) => ({ _id: user._id, name: nameOf(user) }));
  return {
    since: since?.toISOString() ?? null,
    items: items.sort((one, other) => one.name.localeCompare(other.name)),
  };
};
