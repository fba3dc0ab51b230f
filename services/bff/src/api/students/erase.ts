import type { studentsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { foldKey, type StudentRecord } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

const words = /[\p{L}\p{M}\p{N}]+/gu;
const isTelling = (word: string): boolean => word.length > 2 || !/^\p{Script=Latin}+$/u.test(word);

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
  const details =
    body.reason === undefined ? {} : { reason: withoutPerson(body.reason, erasure.names, student) };
  await audit.note(tenantId, person, { action: 'students.erase', target: body.id, details });
  const certificates = await store.erasures.eraseRecords(tenantId, body.id);
  return { success: true, certificates };
};

/** The reason without what names the person: the audit log outlives the erasure. Short words such as “de” stay. */
function withoutPerson(
  reason: string,
  names: readonly string[],
  student: Pick<StudentRecord, 'fullName' | 'idNumber' | 'email'> | null,
): string {
  const { fullName = '', idNumber = '', email = '' } = student ?? {};
  const wordsOf = (text: string) => text.match(words) ?? [];
  const own = new Set([...names, fullName].flatMap(wordsOf).filter(isTelling).map(foldKey));
  let written = reason;
  for (const text of [email, idNumber]) if (text !== '') written = written.replaceAll(text, '…');
  return written.replaceAll(words, (word) => (own.has(foldKey(word)) ? '…' : word));
}
