import { type certificatesApi, email as emailSchema } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { NewBatchItem } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { findIssued, rowErrorOf } from './find-issued.ts';

/**
 * Creates a batch of e-mails to the holders. They are sent only to the address in the student's record; an address in the
 * request must be the same.
 */
export const sendEmails: Handler<(typeof certificatesApi.calls)['send-emails']> = async (
  { tenantId, body, person, operationId },
  { store, batches, audit },
) => {
  if ((await store.mailAccounts.get(tenantId))?.pause) throw new AppError('mail_paused');
  const found = await findIssued(store, tenantId, body.students);
  const studentIds = found.flatMap((row) => ('certificate' in row ? [row.certificate.studentId] : []));
  const students = await store.students.getMany(tenantId, [...new Set(studentIds)]);
  const addresses = new Map(students.map((student) => [student._id, student.email]));

  const items = found.map((row, index): NewBatchItem => {
    const asked = body.students[index]!;
    if ('error' in row) return { fullName: asked.fullName ?? '', error: row.error };
    const { _id, studentId, printed } = row.certificate;
    const recorded = addresses.get(studentId);
    const given = asked.email?.trim();
    const item = { studentId, fullName: printed.holder, certId: _id };
    if (given && given.toLowerCase() !== recorded?.trim().toLowerCase())
      return {
        ...item,
        error: rowErrorOf(emailSchema.safeParse(given).success ? 'email_not_of_student' : 'email_invalid'),
      };
    if (!recorded) return { ...item, error: rowErrorOf('email_required') };
    const address = emailSchema.safeParse(recorded.trim());
    return address.success
      ? { ...item, email: address.data }
      : { ...item, error: rowErrorOf('email_invalid') };
  });
  if (items.every((item) => item.error !== undefined)) throw new AppError('no_certificates_to_email');

  // Deliveries are unique per certificate and address in a batch: a duplicate row would have no outcome of its own.
  const deliveries = items.filter((item) => item.error === undefined).map(deliveryKeyOf);
  if (new Set(deliveries).size < deliveries.length) {
    throw new AppError('invalid_payload', {
      details: { issues: [{ path: 'students', message: 'named twice' }] },
    });
  }

  const batch = await batches.start(tenantId, {
    _id: operationId,
    kind: 'email',
    title: '',
    createdBy: person.userId,
    language: body.language,
    items,
  });
  await audit.note(tenantId, person, {
    action: 'certificates.send-emails',
    target: batch._id,
    details: { certificates: items.length },
  });
  return { batchId: batch._id };
};

function deliveryKeyOf({ certId, email }: NewBatchItem): string {
  return `${certId} ${email?.toLowerCase()}`;
}
