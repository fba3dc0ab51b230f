import type { studentImportsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Starts the batch of a file as it was compared; compares it first where the decisions have changed since. */
export const importStart: Handler<(typeof studentImportsApi.calls)['import-start']> = async (
  { tenantId, body: { importId, existing, dayFirst }, person, operationId, left },
  { studentImports, batches, audit },
) => {
  const wanted = { tenantId, importId };
  let { facts, compared } = await studentImports.comparison(wanted);
  if (compared?.options.existing !== existing || compared.options.dayFirst !== dayFirst) {
    await studentImports.read(wanted, { existing, dayFirst }, { onProgress: () => {}, signal: left });
    ({ compared } = await studentImports.comparison(wanted));
  }
  if (compared === undefined) throw new AppError('import_not_found');
  const { summary } = compared;
  if (dayFirst === undefined && summary.dates.both.count > 0) throw new AppError('import_dates_open');
  const { origin, sha256, fileName } = facts;
  const items = await studentImports.rows(wanted, origin, compared);
  const batch = await batches.start(tenantId, {
    _id: operationId,
    kind: 'import',
    title: fileName,
    createdBy: person.userId,
    source: {
      ...{ importId, origin, sha256, existing, failed: summary.failed },
      ...(dayFirst !== undefined && { dayFirst }),
    },
    items,
  });
  await audit.note(tenantId, person, {
    action: 'students.import-start',
    target: batch._id,
    details: { file: fileName, students: items.length },
  });
  return { batchId: batch._id };
};
