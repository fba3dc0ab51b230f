import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { BatchRecord } from '@sello/store';
import { checkKnownStore } from '../../batches/batch-service.ts';
import { batchValuesFor } from '../../batches/batch-values.ts';
import { usualNameOf } from '../../batches/usual-name.ts';
import { checkMayRun } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { rowsOf } from './generate-rows.ts';
import { chooseSigning } from './signing-choice.ts';

/** Creates a batch for one or many students. The request gives only ids; printed values come from the stored records. */
export const generate: Handler<(typeof certificatesApi.calls)['generate']> = async (
  { tenantId, body, person, roles, operationId },
  { store, objectStore, batches, audit },
) => {
  const emails = body.afterwards?.emails ?? undefined;
  if (emails) {
    checkMayRun('email', roles);
    if ((await store.mailAccounts.get(tenantId))?.pause) throw new AppError('mail_paused');
  }
  await checkKnownStore(objectStore);
  const selection = body.bulk ? body.selection : undefined;
  // A choice is not resolved again when the request is repeated after its batch was created.
  const known = selection ? await store.batches.get(tenantId, operationId) : null;
  const batch = known ?? (await start());
  await audit.note(tenantId, person, {
    action: 'certificates.generate',
    target: batch._id,
    details: {
      students: batch.total,
      name: batch.title,
      signingCertificateId: batch.signing?.signingCertificateId ?? null,
      ...(emails && { emails: emails.language }),
    },
  });
  return { batchId: batch._id };

  async function start(): Promise<BatchRecord> {
    const signing = await chooseSigning(store, tenantId, body.digitalSigning ?? body.options?.digitalSigning);
    const rows = await rowsOf(store, tenantId, body);
    const without = rows.filter((row) => row.error === undefined && row.templateId === undefined).length;
    if (without > 0) throw new AppError('template_missing', { details: { students: without } });

    const { items, designs } = await batches.pinRevisions(tenantId, rows);
    const [only] = items;
    if (!body.bulk && only?.error) throw new AppError(only.error.code);
    const given = body.values ?? {};
    const values = await batchValuesFor(store, tenantId, { designs, rows: items, given });

    return batches.start(tenantId, {
      _id: operationId,
      kind: 'generate',
      title: body.name || (await usualNameOf(store, tenantId, designs, values ?? {})),
      createdBy: person.userId,
      signing,
      values,
      ...(emails && { afterwards: { emails } }),
      items,
      isResolvedAnew: selection !== undefined,
    });
  }
};
