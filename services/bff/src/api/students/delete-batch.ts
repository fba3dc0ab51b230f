import type { studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const deleteBatch: Handler<(typeof studentsApi.calls)['delete-batch']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const deleted = await store.students.deleteMany(tenantId, [...new Set(body.ids)]);
  await audit.note(tenantId, person, { action: 'students.delete-batch', details: { deleted } });
  return { success: true, deleted };
};
