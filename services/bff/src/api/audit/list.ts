import type { auditApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { auditLines } from '../../views/audit.ts';
import { searchOf } from './search.ts';

export const list: Handler<(typeof auditApi.calls)['list']> = async ({ tenantId, query }, { store }) => {
  const search = await searchOf(store, tenantId, query);
  return listed(
    query,
    async (page) => {
      const found = await store.auditLog.list(tenantId, { ...search, ...page });
      return { ...found, items: await auditLines(store, tenantId, found.items) };
    },
    (line) => line,
  );
};
