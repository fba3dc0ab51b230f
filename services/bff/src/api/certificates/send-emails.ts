import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
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
  const items = await emailItems(store, tenantId, body.students);
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
