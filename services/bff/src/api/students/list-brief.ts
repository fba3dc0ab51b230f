import { studentFilterOf, type studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { briefStudentView } from '../../views/student.ts';

export const listBrief: Handler<(typeof studentsApi.calls)['list-brief']> = async (
  { tenantId, query },
  { store },
) => {
  const { ids, sort, page: at } = query;
  if (ids !== undefined) {
    const items = (await store.students.getMany(tenantId, ids.split(','))).map(briefStudentView);
    const total = items.length;
    const certified = items.filter((one) => one.certified).length;
    return { items, total, all: total, nextCursor: null, certified };
  }
  return listed(
    query,
    async (page) => {
      const found = await store.students.listBrief(tenantId, {
        ...studentFilterOf(query),
        ...{ sort, page: at },
        ...page,
      });
      return { ...found, items: found.items.map(briefStudentView) };
    },
    (student) => student,
  );
};
