import type { RowError } from '@sello/contracts';
import type { Filter, Table } from '../database/table.ts';
import { noteFailures } from '../students/failures.ts';
import type { StudentRow } from '../students/row.ts';
import type { RowOutcome } from './batches.ts';
import { type ItemRow, itemKey } from './row.ts';

/** Notes at the students of rows that failed that the last attempt to issue for them did. */
export interface NoteFailed {
  /** Outcomes that are about to be written: a run that dies in between notes them again. */
  outcomes(tenantId: string, batchId: string, outcomes: readonly RowOutcome[]): Promise<void>;
  /** Rows that have failed with this error. */
  rows(tenantId: string, batchId: string, rows: Filter<ItemRow>, error: RowError): Promise<void>;
}

export function createNoteFailed(
  items: Pick<Table<ItemRow>, 'rows'>,
  students: Pick<Table<StudentRow>, 'updateEach'>,
): NoteFailed {
  async function note(
    tenantId: string,
    batchId: string,
    filter: Filter<ItemRow>,
    errorOf: (index: number) => RowError,
  ): Promise<void> {
    const projection = { index: 1, studentId: 1, issuedAt: 1 } as const;
    // Rows of other kinds have no time of issue.
    const issuing = { ...filter, tenantId, batchId, issuedAt: { $exists: true } } as Filter<ItemRow>;
    const found = await items.rows.find(issuing, { projection }).toArray();
    const failed = found.flatMap(({ index, studentId, issuedAt }) =>
      studentId === undefined || issuedAt === undefined
        ? []
        : [{ studentId, issuedAt, error: errorOf(index) }],
    );
    await noteFailures(students, tenantId, batchId, failed);
  }

  return {
    async outcomes(tenantId, batchId, outcomes) {
      const errors = new Map<number, RowError>();
      for (const { index, state, error } of outcomes) {
        if (state === 'failed' && error !== undefined) errors.set(index, error);
      }
      if (errors.size === 0) return;
      const keys = [...errors.keys()].map((index) => itemKey(batchId, index));
      await note(tenantId, batchId, { _id: { $in: keys } }, (index) => errors.get(index)!);
    },
    rows: (tenantId, batchId, rows, error) =>
      note(
        tenantId,
        batchId,
        { ...rows, state: 'failed', 'error.code': error.code } as Filter<ItemRow>,
        () => error,
      ),
  };
}
