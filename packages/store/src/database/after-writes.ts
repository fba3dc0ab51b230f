import type { Table } from './table.ts';

type Named = { tenantId?: unknown };

/**
 * A table that tells whose rows a write was about when it is over, whether it came to its end or not; `undefined` when
 * the write does not say whose they are.
 */
export function afterWrites<Row extends { _id: string }>(
  table: Table<Row>,
  listener: (tenantIds: readonly string[] | undefined) => void,
): Table<Row> {
  async function telling<Answer>(about: readonly Named[], write: Promise<Answer>): Promise<Answer> {
    try {
      return await write;
    } finally {
      const tenantIds = new Set(about.map(({ tenantId }) => tenantId));
      const isKnown = [...tenantIds].every((tenantId) => typeof tenantId === 'string');
      listener(isKnown ? ([...tenantIds] as string[]) : undefined);
    }
  }
  return {
    rows: table.rows,
    insert: (row) => telling([row as Named], table.insert(row)),
    insertOnce: (row) => telling([row as Named], table.insertOnce(row)),
    insertMissing: (rows) => telling(rows as readonly Named[], table.insertMissing(rows)),
    updateOne: (filter, update) => telling([filter as Named], table.updateOne(filter, update)),
    updateMany: (filter, update) => telling([filter as Named], table.updateMany(filter, update)),
    findOneAndUpdate: (filter, update, options) =>
      telling([filter as Named], table.findOneAndUpdate(filter, update, options)),
    updateEach: (statements) =>
      telling(
        statements.map(({ filter }) => filter as Named),
        table.updateEach(statements),
      ),
    setEach: (filter, values) => telling([filter as Named], table.setEach(filter, values)),
    deleteOne: (filter) => telling([filter as Named], table.deleteOne(filter)),
    deleteMany: (filter) => telling([filter as Named], table.deleteMany(filter)),
  };
}
