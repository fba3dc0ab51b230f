/**
 * The id of a job, derived from its data, so that enqueuing the same work twice is idempotent. It begins with the job's
 * name and the tenant. BullMQ allows no colon in a job id, and no id that is all digits.
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
