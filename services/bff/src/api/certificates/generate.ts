import { type certificatesApi, errorMessage } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { NewBatchItem } from '@sello/store';
import { checkKnownStore } from '../../batches/batch-service.ts';
import { batchValuesFor } from '../../batches/batch-values.ts';
import type { Handler } from '../../http/implement.ts';
import { chooseSigning } from './signing-choice.ts';

/** Creates a batch for one or many students. The request gives only ids; printed values come from the stored records. */
export const generate: Handler<(typeof certificatesApi.calls)['generate']> = async (
  { tenantId, body, person, operationId },
  { store, objectStore, batches, audit },
) => {
  await checkKnownStore(objectStore);
  const asked = body.bulk
    ? body.students
    : [{ ...body.student, templateId: body.templateId ?? body.student.templateId }];
  const signing = await chooseSigning(store, tenantId, body.digitalSigning ?? body.options?.digitalSigning);

  const ids = asked.map((student) => student._id);
  if (new Set(ids).size < ids.length) {
    throw new AppError('invalid_payload', {
      details: { issues: [{ path: 'students', message: 'named twice' }] },
    });
  }
  const students = new Map(
    (await store.students.names(tenantId, ids)).map((student) => [student._id, student]),
  );

  const rows = asked.map(({ _id, templateId }): NewBatchItem => {
    const student = students.get(_id);
    if (student === undefined) {
      const error = { code: 'student_not_found' as const, message: errorMessage('student_not_found') };
      return { fullName: '', error };
    }
    return { studentId: _id, fullName: student.fullName, templateId: templateId ?? student.templateId };
  });
  const without = rows.filter((row) => row.error === undefined && row.templateId === undefined).length;
  if (without > 0) throw new AppError('template_missing', { details: { students: without } });

  const { items, designs } = await batches.pinRevisions(tenantId, rows);
  const [only] = items;
  if (!body.bulk && only?.error) throw new AppError(only.error.code);
  const values = batchValuesFor(designs, body.values ?? {});

  const batch = await batches.start(tenantId, {
    _id: operationId,
    kind: 'generate',
    title: await titleOf(items),
    createdBy: person.userId,
    signing,
    values,
    items,
  });
  await audit.note(tenantId, person, {
    action: 'certificates.generate',
    target: batch._id,
    details: {
      students: items.length,
      name: batch.title,
      signingCertificateId: signing?.signingCertificateId ?? null,
    },
  });
  return { batchId: batch._id };

  /** The template's name when all rows share one. */
  async function titleOf(all: readonly NewBatchItem[]): Promise<string> {
    const templateIds = [...new Set(all.filter((item) => !item.error).map((item) => item.templateId!))];
    if (templateIds.length !== 1) return '';
    return (await store.templates.summaries(tenantId, templateIds))[0]?.name ?? '';
  }
};
