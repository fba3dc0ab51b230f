import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { newId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

/** `delete` is a reserved word: the handler is exported under another name. */
export const deleteOne: Handler<(typeof studentsApi.calls)['delete']> = async (
  { tenantId, query, person },
  { store, audit },
) => {
  const deletion = newId();
  const deleted = await store.trash.put(tenantId, [query.id], { userId: person.userId, deletion });
  if (deleted === 0) throw new AppError('student_not_found');
  await audit.note(tenantId, person, { action: 'students.delete', target: query.id });
  return { success: true, deletion };
};
