import type { Table } from './table.ts';

/** The number of matching rows of each of these tenants, in one aggregation; tenants without any are left out. */
export async function countByTenant<Row extends { _id: string; tenantId: string }>(
  table: Table<Row>,
  tenantIds: readonly string[],
  filter: Record<string, unknown> = {},
): Promise<Map<string, number>> {
  const counted = await table.rows
    .aggregate<{ _id: string; count: number }>([
      { $match: { tenantId: { $in: [...tenantIds] }, ...filter } },
      { $group: { _id: '$tenantId', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counted.map(({ _id, count }) => [_id, count]));
}
