import type { certificatesApi } from '@sello/contracts';
import { askedVariables } from '../../batches/batch-values.ts';
import type { Handler } from '../../http/implement.ts';
import { designsOf } from './designs.ts';
import { rowsOfMany } from './generate-rows.ts';

/** Reads what the templates of the rows ask for, and what is known of it. */
export const batchValues: Handler<(typeof certificatesApi.calls)['batch-values']> = async (
  { tenantId, body },
  { store },
) => {
  const rows = await rowsOfMany(store, tenantId, body);
  const designs = await designsOf(store, tenantId, rows);
  return askedVariables(store, tenantId, designs, rows);
};
