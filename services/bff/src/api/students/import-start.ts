import type { ImportComparison } from '@sello/blobs';
import type { ImportOptions, studentImportsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Of the encodings that fit a file, as many as the error names. */
const named = 6;

/** Starts the batch of a file as it was compared; compares it first where the decisions have changed since. */
export const importStart: Handler<(typeof studentImportsApi.calls)['import-start']> = async (
  { tenantId, body: { importId, ...options }, person, operationId, left },
  { studentImports, batches, audit },
) => {
  const wanted = { tenantId, importId };
  let { facts, compared } = await studentImports.comparison(wanted);
  if (compared === undefined || !isSame(compared, options)) {
    const read = await studentImports.read(wanted, options, { onProgress: () => {}, signal: left });
    if (read.encodings) {
      const encodings = read.encodings.slice(0, named).map(({ encoding }) => encoding);
      throw new AppError('csv_encoding_unclear', { details: { encodings } });
    }
    // Not the last one: that may be another person's by now.
    ({ compared } = await studentImports.comparison(wanted, options));
  }
  if (compared === undefined) throw new AppError('import_not_found');
  const { existing, dayFirst, encoding } = options;
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
      ...(encoding !== undefined && { encoding }),
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

/** Whether it was compared so. A version that did not ask for encodings has noted none. */
function isSame({ options, summary }: ImportComparison, wanted: ImportOptions): boolean {
  return (
    (summary.encoding as string | undefined) !== undefined &&
    options.existing === wanted.existing &&
    options.dayFirst === wanted.dayFirst &&
    options.encoding === wanted.encoding
  );
}
