import { studentFilterOf, type studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** Its moment is that of the server, because the clock of a browser may be wrong. */
export const selectionCounts: Handler<(typeof studentsApi.calls)['selection-counts']> = async (
  { tenantId, query },
  { store },
) => {
  const madeAt = query.madeAt ?? new Date().toISOString();
  const found = await store.students.countChosen(tenantId, {
    ...studentFilterOf(query),
    until: new Date(madeAt),
  });
  const sumOf = (name: 'count' | 'certified' | 'reachable' | 'withEmail') =>
    found.reduce((sum, group) => sum + group[name], 0);
  const templates = found
    .map(({ templateId, count }) => (templateId === undefined ? { count } : { templateId, count }))
    .sort((one, other) => other.count - one.count);
  return {
    count: sumOf('count'),
    certified: sumOf('certified'),
    reachable: sumOf('reachable'),
    withEmail: sumOf('withEmail'),
    templates,
    madeAt,
  };
};
