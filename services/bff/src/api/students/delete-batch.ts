import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { newId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { resolveSelection } from '../../students/resolve-selection.ts';

export const deleteBatch: Handler<(typeof studentsApi.calls)['delete-batch']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const ids = body.selection
    ? (await resolveSelection(store, tenantId, body.selection)).map(({ _id }) => _id)
    : (body.ids ?? []);
  if (ids.length === 0) throw new AppError('ids_required');
  const deletion = newId();
  const deleted = await store.trash.put(tenantId, [...new Set(ids)], { userId: person.userId, deletion });
  await audit.note(tenantId, person, { action: 'students.delete-batch', details: { deleted } });
  return { success: true, deleted, deletion };
};
