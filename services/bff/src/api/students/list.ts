import { studentFilterOf, type studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { studentView } from '../../views/student.ts';

export const list: Handler<(typeof studentsApi.calls)['list']> = async (
  { tenantId, query },
  { store, links },
) => {
  const { sort, page: at } = query;
  let reading: ReturnType<typeof store.tenants.get> | undefined;
  // Started beside the first page and not before it: a rejection that nobody awaits would end the process.
  const readTenant = () => (reading ??= store.tenants.get(tenantId));
  return listed(
    query,
    async (page) => {
      const [found, tenant] = await Promise.all([
        store.students.list(tenantId, {
          ...studentFilterOf(query),
          ...{ sort, page: at },
          ...page,
        }),
        readTenant(),
      ]);
      if (tenant === null) throw new AppError('tenant_not_found');
      return { ...found, items: found.items.map((record) => studentView(record, links, tenant)) };
    },
    (student) => student,
  );
};
