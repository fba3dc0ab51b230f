import { email as emailSchema } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type NewBatchItem, rowErrorOf, type Store, withAddress } from '@sello/store';
import { findIssued, type Named } from './find-issued.ts';

/** A certificate to send; `email`, if given, must be the address in the student's record. */
export interface Addressee extends Named {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
}

/**
 * The rows of an e-mail batch. E-mails go only to the address in the student's record; what cannot be sent is its row's
 * error. Throws `no_certificates_to_email` when nothing can, `invalid_payload` for the same certificate and address twice.
 */
export async function emailItems(
  store: Pick<Store, 'certificates' | 'students'>,
  tenantId: string,
  addressees: readonly Addressee[],
): Promise<NewBatchItem[]> {
  const found = await findIssued(store, tenantId, addressees);
  const studentIds = found.flatMap((row) => ('certificate' in row ? [row.certificate.studentId] : []));
  const students = await store.students.getMany(tenantId, [...new Set(studentIds)]);
  const addresses = new Map(students.map((student) => [student._id, student.email]));

  const items = found.map((row, index): NewBatchItem => {
    const asked = addressees[index]!;
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
    return withAddress(item, recorded);
  });
  if (items.every((item) => item.error !== undefined)) throw new AppError('no_certificates_to_email');

  // Deliveries are unique per certificate and address in a batch: a duplicate row would have no outcome of its own.
  const deliveries = items.filter((item) => item.error === undefined).map(deliveryKeyOf);
  if (new Set(deliveries).size < deliveries.length) {
    throw new AppError('invalid_payload', {
      details: { issues: [{ path: 'students', message: 'named twice' }] },
    });
  }

  return items;
}

function deliveryKeyOf({ certId, email }: NewBatchItem): string {
  return `${certId} ${email?.toLowerCase()}`;
}
