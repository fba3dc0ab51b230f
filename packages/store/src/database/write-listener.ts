import type { Table } from './table.ts';

type Named = { tenantId?: unknown };

/**
 * A table that tells whose rows a write was about when it is over, whether it came to its end or not; `undefined` when
 * the write does not say whose they are.
 */
export function withWriteListener<Row extends { _id: string }>(
  table: Table<Row>,
  listener: (tenantIds: readonly string[] | undefined) => void,
): Table<Row> {
  async function notify<Answer>(about: readonly Named[], write: Promise<Answer>): Promise<Answer> {
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
    insert: (row) => notify([row as Named], table.insert(row)),
    insertOnce: (row) => notify([row as Named], table.insertOnce(row)),
    insertMissing: (rows) => notify(rows as readonly Named[], table.insertMissing(rows)),
    updateOne: (filter, update) => notify([filter as Named], table.updateOne(filter, update)),
    updateMany: (filter, update) => notify([filter as Named], table.updateMany(filter, update)),
    findOneAndUpdate: (filter, update, options) =>
      notify([filter as Named], table.findOneAndUpdate(filter, update, options)),
    updateEach: (statements) =>
      notify(
        statements.map(({ filter }) => filter as Named),
        table.updateEach(statements),
      ),
    setEach: (filter, values) => notify([filter as Named], table.setEach(filter, values)),
    deleteOne: (filter) => notify([filter as Named], table.deleteOne(filter)),
    deleteMany: (filter) => notify([filter as Named], table.deleteMany(filter)),
  };
}
