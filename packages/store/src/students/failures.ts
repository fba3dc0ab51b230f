import type { RowError } from '@sello/contracts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import type { StudentRow } from './row.ts';

/** A row that could not be issued. */
export interface FailedIssue {
  studentId: string;
  /** The moment of issue of the row, or of its batch. */
  issuedAt: Date;
  error: RowError;
}

/**
 * Notes at students that the last attempt to issue a certificate failed. A student who has a valid certificate, or who got
 * a newer one since, which may be revoked, stays as it is.
 */
export async function noteFailures(
  students: Pick<Table<StudentRow>, 'updateEach'>,
  tenantId: string,
  batchId: string,
  failed: readonly FailedIssue[],
): Promise<void> {
  if (failed.length === 0) return;
  const alike = Map.groupBy(failed, ({ issuedAt, error }) => JSON.stringify([issuedAt, error]));
  await students.updateEach(
    [...alike.values()].map((some) => {
      const { issuedAt, error } = some[0]!;
      const filter = {
        _id: { $in: some.map(({ studentId }) => studentId) },
        tenantId,
        certId: { $exists: false },
        certIssuedAt: { $not: { $gt: issuedAt } },
      };
      const failure = omitUndefined({ ...error, batchId, at: issuedAt });
      return {
        filter: filter as Filter<StudentRow>,
        update: { $set: { certification: 'failed' as const, failure } },
      };
    }),
  );
}
