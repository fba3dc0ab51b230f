import type { studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const deleteForever: Handler<(typeof studentsApi.calls)['delete-forever']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const deleted = await store.trash.deleteForever(tenantId, body.ids ? { ids: body.ids } : 'all');
  await audit.note(tenantId, person, { action: 'students.delete-forever', details: { deleted } });
  return { success: true, deleted };
};
