import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const restore: Handler<(typeof studentsApi.calls)['restore']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const { ids, deletion = '' } = body;
  const { ids: restored, same } = await store.trash.restore(tenantId, ids ? { ids } : { deletion });
  if (restored.length === 0) throw new AppError('student_not_found');
  await audit.note(tenantId, person, {
    action: 'students.restore',
    ...(restored.length === 1 && { target: restored[0]! }),
    details: { students: restored.length },
  });
  return { success: true, restored: restored.length, same };
};
