import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { studentView } from '../../views/student.ts';
import { checkTemplates, completeFields } from './student-fields.ts';

export const upsert: Handler<(typeof studentsApi.calls)['upsert']> = async (
  { tenantId, body },
  { store, links },
) => {
  const { _id, ...input } = body;
  const fields = completeFields(input);
  await checkTemplates(store, tenantId, [fields.templateId]);
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  const record =
    _id === undefined
      ? await store.students.create(tenantId, fields)
      : await store.students.update(tenantId, _id, fields);
  return studentView(record, links, tenant);
};
