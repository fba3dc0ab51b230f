import type { certificatesApi, PreflightRow } from '@sello/contracts';
import { currentDesign } from '@sello/design';
import type { Store } from '@sello/store';
import { batchValuesFor } from '../../batches/batch-values.ts';
import type { Handler } from '../../http/implement.ts';
import { rowsOfMany } from './generate-rows.ts';

/** The designs that the rows print; a template that was deleted is said of its rows later. */
async function designsOf(store: Pick<Store, 'templates'>, tenantId: string, rows: readonly PreflightRow[]) {
  const designs = [];
  for (const id of new Set(rows.flatMap(({ templateId }) => templateId ?? []))) {
    const template = await store.templates.get(tenantId, id);
    if (template !== null) designs.push(currentDesign(template.design));
  }
  return designs;
}

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
  const values = batchValuesFor(await designsOf(store, tenantId, rows), body.values ?? {});
  return preflights.start(tenantId, rows, values ?? {});
};
