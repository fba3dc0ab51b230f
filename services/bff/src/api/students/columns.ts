import type { studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const columns: Handler<(typeof studentsApi.calls)['columns']> = async ({ tenantId }, { store }) => {
  const names = await store.students.columnNames(tenantId);
  const isKnown = names.length > 0 || (await store.students.list(tenantId, { limit: 1 })).items.length > 0;
  return { columns: isKnown ? names : null };
};
