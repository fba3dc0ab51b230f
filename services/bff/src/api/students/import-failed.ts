import { limits, type studentImportsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

export const importFailed: Handler<(typeof studentImportsApi.calls)['import-failed']> = async (
  { tenantId, query: { batchId, cursor } },
  { store, studentImports },
) => {
  const batch = await store.batches.get(tenantId, batchId);
  if (batch?.source === undefined) throw new AppError('batch_not_found');
  const { importId, encoding } = batch.source;
  const wanted = { tenantId, importId };
  const page = await store.batches.items(tenantId, batchId, {
    ...{ state: 'failed', limit: limits.importChunk, cursor },
  });
  const rows = page.items.flatMap(({ row, error }) => (row === undefined ? [] : [{ row, error }]));
  const { compared } = await studentImports.comparison(wanted);
  const fileRows = await studentImports.fileRows(
    { ...wanted, encoding },
    rows.map(({ row }) => row),
  );
  return {
    columns: compared?.summary.columns ?? [],
    items: rows.map(({ row, error }) => {
      const { cells = {}, extra } = fileRows.get(row) ?? {};
      return { row, cells, ...(extra && { extra }), ...(error && { error }) };
    }),
    nextCursor: page.nextCursor,
  };
};
