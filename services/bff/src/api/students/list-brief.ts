import type { studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { briefStudentView } from '../../views/student.ts';

export const listBrief: Handler<(typeof studentsApi.calls)['list-brief']> = async (
  { tenantId, query },
  { store },
) => {
  const { certified, ...asked } = query;
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
