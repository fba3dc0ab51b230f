import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { withoutPerson } from '@sello/store';
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
  const student = (await store.students.get(tenantId, body.id)) ?? (await store.trash.get(tenantId, body.id));
  // The audit log outlives the erasure.
  const erased = {
    names: [...erasure.names, student?.fullName ?? ''],
    marks: [student?.email ?? '', student?.idNumber ?? ''],
  };
  const details = body.reason === undefined ? {} : { reason: withoutPerson(body.reason, erased) };
  await audit.note(tenantId, person, { action: 'students.erase', target: body.id, details });
  const certificates = await store.erasures.eraseRecords(tenantId, body.id);
  return { success: true, certificates };
};
