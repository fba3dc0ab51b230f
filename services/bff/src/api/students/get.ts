import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { studentView } from '../../views/student.ts';

export const get: Handler<(typeof studentsApi.calls)['get']> = async (
  { tenantId, query },
  { store, links },
) => {
  const [record, tenant] = await Promise.all([
    store.students.get(tenantId, query.id),
    store.tenants.get(tenantId),
  ]);
  if (record === null) throw new AppError('student_not_found');
  if (tenant === null) throw new AppError('tenant_not_found');
  return studentView(record, links, tenant);
};
