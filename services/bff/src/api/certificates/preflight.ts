import type { certificatesApi } from '@sello/contracts';
import { batchValuesFor } from '../../batches/batch-values.ts';
import type { Handler } from '../../http/implement.ts';
import { designsOf } from './designs.ts';
import { rowsOfMany } from './generate-rows.ts';

/** Begins to lay out every row as it would be issued. */
export const preflight: Handler<(typeof certificatesApi.calls)['preflight']> = async (
  { tenantId, body },
  { store, preflights },
) => {
  const items = await rowsOfMany(store, tenantId, body);
  const rows = items.map(({ studentId, templateId }, at) => ({
    // Students who are gone have no row in a batch; the check says so of them.
    studentId: studentId ?? body.students![at]!._id,
    ...(templateId && { templateId }),
  }));
  const designs = await designsOf(store, tenantId, rows);
  const values = await batchValuesFor(store, tenantId, { designs, rows, given: body.values ?? {} });
  return preflights.start(tenantId, rows, values ?? {});
};
