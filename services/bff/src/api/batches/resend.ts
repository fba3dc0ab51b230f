import type { batchesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { emailItems } from '../certificates/email-items.ts';

/**
 * Sends certificates once more that were refused or may not have arrived. It may be a second letter for somebody, so that
 * only a person asks for it.
 */
export const resend: Handler<(typeof batchesApi.calls)['resend']> = async (
  { tenantId, body, person, operationId },
  { store, batches, audit },
) => {
  const batch = await store.batches.get(tenantId, body.id);
  if (batch === null) throw new AppError('batch_not_found');
  if (batch.kind !== 'email') throw new AppError('batch_nothing_to_retry');
  if (batch.endedAt === undefined) throw new AppError('batch_still_running');
  if ((await store.mailAccounts.get(tenantId))?.pause) throw new AppError('mail_paused');
  const { items: rows } = await store.batches.items(tenantId, batch._id, {
    ...(body.indexes ? { state: 'failed', indexes: body.indexes } : { outcome: 'unknown' }),
  });
  const sent = rows.filter(({ certId, delivery }) => certId !== undefined && delivery !== undefined);
  if (sent.length === 0) throw new AppError('batch_nothing_to_retry');
  const items = await emailItems(
    store,
    tenantId,
    sent.map(({ certId, studentId, fullName }) => ({ _id: studentId, certificateUrl: certId, fullName })),
  );
  const again = await batches.start(tenantId, {
    ...{ _id: operationId, kind: 'email', title: batch.title, createdBy: person.userId },
    ...{ language: batch.language, items },
  });
  await audit.note(tenantId, person, {
    action: 'batches.resend',
    target: again._id,
    details: { of: batch._id, rows: items.length },
  });
  return { batchId: again._id };
};
