import type { Table } from './table.ts';

type WithTenant = { tenantId?: unknown };

/**
 * Wraps a table and calls `listener` after every write, successful or not, with the tenants of the rows; with
 * `undefined` when the filter does not name the tenant.
 */
export function withWriteListener<Row extends { _id: string }>(
  table: Table<Row>,
  listener: (tenantIds: readonly string[] | undefined) => void,
): Table<Row> {
  async function notify<Result>(targets: readonly WithTenant[], write: Promise<Result>): Promise<Result> {
    try {
      return await write;
    } finally {
      const tenantIds = new Set(targets.map(({ tenantId }) => tenantId));
      const isKnown = [...tenantIds].every((tenantId) => typeof tenantId === 'string');
      listener(isKnown ? ([...tenantIds] as string[]) : undefined);
    }
  }
  return {
    rows: table.rows,
    insert: (row) => notify([row as WithTenant], table.insert(row)),
    insertOnce: (row) => notify([row as WithTenant], table.insertOnce(row)),
    insertMissing: (rows) => notify(rows as readonly WithTenant[], table.insertMissing(rows)),
    updateOne: (filter, update) => notify([filter as WithTenant], table.updateOne(filter, update)),
    updateMany: (filter, update) => notify([filter as WithTenant], table.updateMany(filter, update)),
    findOneAndUpdate: (filter, update, options) =>
      notify([filter as WithTenant], table.findOneAndUpdate(filter, update, options)),
    updateEach: (statements) =>
      notify(
        statements.map(({ filter }) => filter as WithTenant),
        table.updateEach(statements),
      ),
    setEach: (filter, values) => notify([filter as WithTenant], table.setEach(filter, values)),
    deleteOne: (filter) => notify([filter as WithTenant], table.deleteOne(filter)),
    deleteMany: (filter) => notify([filter as WithTenant], table.deleteMany(filter)),
  };
}
