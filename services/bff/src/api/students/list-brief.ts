import type { studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { briefStudentView } from '../../views/student.ts';

export const listBrief: Handler<(typeof studentsApi.calls)['list-brief']> = async (
  { tenantId, query },
  { store },
) => {
  const { certified, ids, ...asked } = query;
  if (ids !== undefined) {
    const items = (await store.students.getMany(tenantId, ids.split(','))).map(briefStudentView);
    const total = items.length;
    return { items, total, nextCursor: null, certified: items.filter((one) => one.certified).length };
  }
  return listed(
    query,
    async (page) => {
      const found = await store.students.listBrief(tenantId, {
        ...asked,
        ...page,
        ...(certified === undefined ? {} : { certified: certified === 'true' }),
      });
      return { ...found, items: found.items.map(briefStudentView) };
    },
    (student) => student,
  );
};
