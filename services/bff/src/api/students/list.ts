import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { studentView } from '../../views/student.ts';

export const list: Handler<(typeof studentsApi.calls)['list']> = async (
  { tenantId, query },
  { store, links },
) => {
  const { certified, ...asked } = query;
  const readingTenant = store.tenants.get(tenantId);
  return listed(
    query,
    async (page) => {
      const reading = store.students.list(tenantId, {
        ...asked,
        ...page,
        ...(certified === undefined ? {} : { certified: certified === 'true' }),
      });
      const [found, tenant] = await Promise.all([reading, readingTenant]);
      if (tenant === null) throw new AppError('tenant_not_found');
      return { ...found, items: found.items.map((record) => studentView(record, links, tenant)) };
    },
    (student) => student,
  );
};
