import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { studentView } from '../../views/student.ts';

export const list: Handler<(typeof studentsApi.calls)['list']> = async (
  { tenantId, query },
  { store, links },
) => {
  const { certified, ...page } = query;
  const [tenant, found] = await Promise.all([
    store.tenants.get(tenantId),
    store.students.list(tenantId, {
      ...page,
      ...(certified === undefined ? {} : { certified: certified === 'true' }),
    }),
  ]);
  if (tenant === null) throw new AppError('tenant_not_found');
  return { ...found, items: found.items.map((record) => studentView(record, links, tenant)) };
};
