import type { mongo } from 'mongoose';
import { duplicatePositions, isDuplicateKey } from '../database/errors.ts';
import type { Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CertificateRecord } from './certificates.ts';
import { byIssue, type Standing } from './row.ts';

/** The steps of issuing, apart, so that a test can stop between any two. Each is conditional and may run again. */
export interface IssueSteps {
  /** Valid and revoked certificates of the same students. */
  rivals(tenantId: string, rows: readonly Standing[]): Promise<Standing[]>;
  /** Marks the older valid ones replaced. */
  replace(tenantId: string, pairs: readonly { old: Standing; by: Standing }[]): Promise<void>;
  /** prepared → valid; answers the rows that lost against another valid one and must be looked at again. */
  makeValid(tenantId: string, rows: readonly Standing[]): Promise<Standing[]>;
  /** Gives the students their certificate, unless they have a newer one. */
  giveToStudents(tenantId: string, rows: readonly (Standing & { templateId: string })[]): Promise<void>;
}

type Statement<Row extends { _id: string }> = mongo.AnyBulkWriteOperation<Row>;

export function issueSteps(certificates: Table<CertificateRecord>, students: Table<StudentRow>): IssueSteps {
  const { rows: table } = certificates;
  return {
    rivals: (tenantId, rows) =>
      table
        .find(
          {
            tenantId,
            studentId: { $in: rows.map((row) => row.studentId) },
            state: { $in: ['valid', 'revoked'] },
          },
          { projection: { studentId: 1, batchId: 1, index: 1, issuedAt: 1, state: 1 } },
        )
        .toArray() as Promise<Standing[]>,

    async replace(tenantId, pairs) {
      if (pairs.length === 0) return;
      const replacedAt = new Date();
      const statements = pairs.map(
        ({ old, by }): Statement<CertificateRecord> => ({
          updateOne: {
            filter: { _id: old._id, tenantId, state: old.state },
            update: { $set: { state: 'replaced', replacedBy: by._id, replacedAt } },
          },
        }),
      );
      await table.bulkWrite(statements, { ordered: false });
    },

    async makeValid(tenantId, rows) {
      if (rows.length === 0) return [];
      const valid = { $set: { state: 'valid' } } as const;
      try {
        await table.updateMany(
          { _id: { $in: rows.map((row) => row._id) }, tenantId, state: 'prepared' },
          valid,
        );
        return [];
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // One of them met another valid certificate: row by row, so that it alone waits.
      const statements = rows.map(
        (row): Statement<CertificateRecord> => ({
          updateOne: { filter: { _id: row._id, tenantId, state: 'prepared' }, update: valid },
        }),
      );
      try {
        await table.bulkWrite(statements, { ordered: false });
        return [];
      } catch (error) {
        return duplicatePositions(error).map((position) => rows[position]!);
      }
    },

    async giveToStudents(tenantId, rows) {
      if (rows.length === 0) return;
      const statements = rows.map(
        (row): Statement<StudentRow> => ({
          updateOne: {
            filter: {
              _id: row.studentId,
              tenantId,
              certIssuedAt: { $not: { $gt: row.issuedAt } },
              revokedCertId: { $ne: row._id },
            },
            update: { $set: { certId: row._id, certIssuedAt: row.issuedAt, templateId: row.templateId } },
          },
        }),
      );
      await students.rows.bulkWrite(statements, { ordered: false });
    },
  };
}

const rounds = 8;

/**
 * Takes prepared rows (one per student at most) to their end: valid, or replaced by a newer certificate of the same
 * student that was faster. The order of steps never leaves a student with two valid certificates.
 */
export async function advance(
  steps: IssueSteps,
  tenantId: string,
  rows: readonly (Standing & { templateId: string })[],
): Promise<void> {
  let waiting = [...rows];
  for (let round = 0; waiting.length > 0 && round < rounds; round++) {
    const rivals = await steps.rivals(tenantId, waiting);
    const rivalsOf = Map.groupBy(rivals, (rival) => rival.studentId);
    const replaced: { old: Standing; by: Standing }[] = [];
    const current: typeof waiting = [];
    for (const row of waiting) {
      const others = (rivalsOf.get(row.studentId) ?? []).filter((rival) => rival._id !== row._id);
      const newer = others
        .filter((rival) => byIssue(rival, row) > 0)
        .sort(byIssue)
        .at(-1);
      if (newer) {
        replaced.push({ old: { ...row, state: 'prepared' }, by: newer });
        continue;
      }
      replaced.push(...others.filter((rival) => rival.state === 'valid').map((old) => ({ old, by: row })));
      current.push(row);
    }
    await steps.replace(tenantId, replaced);
    const lost = new Set((await steps.makeValid(tenantId, current)).map((row) => row._id));
    await steps.giveToStudents(
      tenantId,
      current.filter((row) => !lost.has(row._id)),
    );
    waiting = current.filter((row) => lost.has(row._id));
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} certificates found no standing`);
}

/** Rows in waves, each with a student once, in the order of issue. */
export function wavesOf<Row extends Standing>(rows: readonly Row[]): Row[][] {
  const waves: Row[][] = [];
  const seen = new Map<string, number>();
  for (const row of [...rows].sort(byIssue)) {
    const wave = seen.get(row.studentId) ?? 0;
    seen.set(row.studentId, wave + 1);
    waves[wave] ??= [];
    waves[wave].push(row);
  }
  return waves;
}
