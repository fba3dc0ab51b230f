import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type BatchRecord, type NewBatchItem, withAddress } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { resolveSelection } from '../../students/resolve-selection.ts';
import { emailItems } from './email-items.ts';

/**
 * Creates a batch of e-mails to the holders. They are sent only to the address in the student's record; an address in the
 * request must be the same.
 */
export const sendEmails: Handler<(typeof certificatesApi.calls)['send-emails']> = async (
  { tenantId, body, person, operationId },
  { store, batches, audit },
) => {
  if ((await store.mailAccounts.get(tenantId))?.pause) throw new AppError('mail_paused');
  // A choice is not resolved again when the request is repeated after its batch was created.
  const known = body.selection ? await store.batches.get(tenantId, operationId) : null;
  const batch = known ?? (await start());
  await audit.note(tenantId, person, {
    action: 'certificates.send-emails',
    target: batch._id,
    details: { certificates: batch.total },
  });
  return { batchId: batch._id };

  async function start(): Promise<BatchRecord> {
    return batches.start(tenantId, {
      _id: operationId,
      kind: 'email',
      title: '',
      createdBy: person.userId,
      language: body.language,
      items: await itemsOf(),
      isResolvedAnew: body.selection !== undefined,
    });
  }

  async function itemsOf(): Promise<NewBatchItem[]> {
    if (!body.selection) {
      if (body.students === undefined) throw new AppError('students_required');
      return emailItems(store, tenantId, body.students);
    }
    const chosen = await resolveSelection(store, tenantId, body.selection);
    const items = chosen.flatMap(({ _id, fullName, certId, email }) =>
      certId === undefined || !email ? [] : withAddress({ studentId: _id, fullName, certId }, email),
    );
    if (items.every((item) => item.error !== undefined)) throw new AppError('no_certificates_to_email');
    return items;
  }
};
