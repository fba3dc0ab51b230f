/**
 * The id of a job, made of its data: enqueuing the same work twice finds the first. The tenant stands in front, so
 * that a tenant's waiting jobs can be counted by their ids. BullMQ allows no colon and nothing that is all digits.
 */
export function jobIdOf(name: string, data: Record<string, unknown>): string {
  const { tenantId, ...rest } = data;
  const values = Object.keys(rest)
    .sort()
    .map((key) => String(rest[key]));
  return [name, ...(tenantId === undefined ? [] : [String(tenantId)]), ...values]
    .join('-')
    .replaceAll(':', '_');
}

/** What the ids of a tenant's jobs begin with. */
export function tenantPrefix(name: string, tenantId: string): string {
  return `${name}-${tenantId}-`;
}
