import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { completeFields } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { studentView } from '../../views/student.ts';
import { checkTemplates, keepPhoto } from './student-fields.ts';

export const upsert: Handler<(typeof studentsApi.calls)['upsert']> = async (
  { tenantId, roles, body, operationId, person },
  { store, links, audit },
) => {
  const { _id, ...input } = body;
  const [tenant, known] = await Promise.all([
    store.tenants.get(tenantId),
    _id === undefined ? undefined : store.students.get(tenantId, _id),
  ]);
  if (tenant === null) throw new AppError('tenant_not_found');
  if (known === null) throw new AppError('student_not_found');
  const fields = completeFields(input, known?.country);
  await checkTemplates(store, tenantId, [fields.templateId]);
  await keepPhoto(store, { tenantId, roles }, fields.photo, known?.photo);
  const record =
    _id === undefined
      ? await store.students.create(tenantId, fields, operationId)
      : await store.students.update(tenantId, _id, fields);
  if (known?.photo !== undefined && known.photo !== fields.photo) {
    await store.assets.letGo(tenantId, known.photo);
  }
  await audit.note(tenantId, person, {
    action: 'students.upsert',
    target: record._id,
    details: { created: _id === undefined },
  });
  return studentView(record, links, tenant);
};
