import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/**
 * Erases the student's records, so that `verify` says so at once; a render-worker erases the rest. The entry of the audit
 * log comes first, and a second request continues an erasure that was interrupted.
 */
export const erase: Handler<(typeof studentsApi.calls)['erase']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const erasure = await store.erasures.begin(tenantId, body.id);
  if (erasure === null) throw new AppError('student_not_found');
  const details = body.reason === undefined ? {} : { reason: body.reason };
  await audit.note(tenantId, person, { action: 'students.erase', target: body.id, details });
  const certificates = await store.erasures.eraseRecords(tenantId, body.id);
  return { success: true, certificates };
};
