import { setTimeout as sleep } from 'node:timers/promises';
import type { Certification } from '@sello/contracts';
import { isDuplicateKey, isWriteConflict } from '../database/errors.ts';
import type { ValuesById } from '../database/set-each.ts';
import type { Filter, Table } from '../database/table.ts';
import { type StudentRow, studentForm } from '../students/row.ts';
import type { CertificateRecord } from './certificates.ts';
import { certificationOf, type IssuedWith } from './printed.ts';
import { byIssue, type Rankable } from './row.ts';

const { toRecord: toStudent } = studentForm;

/** The steps of issuing, separate so that a test can interrupt between any two. Each is conditional and idempotent. */
export interface IssueSteps {
  /** Other certificates of the same students that are not replaced yet, prepared ones included. */
  rivals(tenantId: string, rows: readonly Rankable[]): Promise<Rankable[]>;
  /** Marks prepared and valid certificates as replaced. */
  replace(tenantId: string, pairs: readonly { old: Rankable; by: Rankable }[]): Promise<void>;
  /**
   * prepared → valid. `valid` are the rows known to be valid, acknowledged or read back; `left` are still prepared and
   * must be tried again. A row in neither was replaced or revoked meanwhile.
   */
  makeValid(
    tenantId: string,
    rows: readonly PreparedRow[],
  ): Promise<{ valid: ValidRow[]; left: PreparedRow[] }>;
  /**
   * Stores the certificate in the records of its students, unless a student has a newer one. Returns how many students
   * have it now; the others were deleted, or have a newer one, which may be revoked.
   *
   * `readAt` are the moments of the last changes of the students whose values were printed. A student who has been
   * changed since is read and compared with what was printed; without `readAt` all are.
   */
  updateStudents(tenantId: string, rows: readonly ValidRow[], readAt?: readonly Date[]): Promise<number>;
}

export type PreparedRow = Rankable & IssuedWith;
/** Only a certificate that the database reported as valid may be stored in a student's record. */
export type ValidRow = PreparedRow & { state: 'valid' };

export function issueSteps(certificates: Table<CertificateRecord>, students: Table<StudentRow>): IssueSteps {
  return {
    rivals: (tenantId, rows) =>
      certificates.rows
        .find(
          {
            tenantId,
            studentId: { $in: rows.map((row) => row.studentId) },
            state: { $in: ['prepared', 'valid', 'revoked'] },
          },
          { projection: { studentId: 1, batchId: 1, index: 1, issuedAt: 1, state: 1 } },
        )
        .toArray() as Promise<Rankable[]>,

    async replace(tenantId, pairs) {
      const replacedAt = new Date();
      const values = new Map(
        pairs.map(({ old, by }) => [old._id, { state: 'replaced' as const, replacedBy: by._id, replacedAt }]),
      );
      await setOneByOneInConflict(
        certificates,
        { tenantId, state: { $in: ['prepared' as const, 'valid' as const] } },
        values,
      );
    },

    async makeValid(tenantId, rows) {
      if (rows.length === 0) return { valid: [], left: [] };
      const ids = { $in: rows.map((row) => row._id) };
      const asValid = (row: PreparedRow): ValidRow => ({ ...row, state: 'valid' });
      try {
        const { modifiedCount } = await certificates.updateMany(
          { _id: ids, tenantId, state: 'prepared' },
          { $set: { state: 'valid' } },
        );
        if (modifiedCount === rows.length) return { valid: rows.map(asValid), left: [] };
      } catch (error) {
        // The unique index on valid certificates decides when two workers reach this step concurrently.
        if (!isDuplicateKey(error) && !isWriteConflict(error)) throw error;
      }
      const found = await certificates.rows
        .find({ _id: ids, tenantId }, { projection: { state: 1 } })
        .toArray();
      const states = new Map(found.map((row) => [row._id, row.state]));
      return {
        valid: rows.filter((row) => states.get(row._id) === 'valid').map(asValid),
        left: rows.filter((row) => states.get(row._id) === 'prepared'),
      };
    },

    async updateStudents(tenantId, rows, readAt = []) {
      let updated = 0;
      // The rows of a batch share their time of issue.
      for (const some of Map.groupBy(rows, (row) => row.issuedAt.getTime()).values()) {
        const { issuedAt } = some[0]!;
        const target: Target = {
          students,
          notNewer: {
            tenantId,
            certIssuedAt: { $not: { $gt: issuedAt } },
            revokedCertId: { $nin: some.map((row) => row._id) },
          },
        };
        const unchanged = readAt.length === 0 ? 0 : await give(target, some, readAt, 'certified');
        updated += unchanged === some.length ? unchanged : await giveToChanged(target, some);
      }
      return updated;
    },
  };
}

interface Target {
  students: Table<StudentRow>;
  /** Students without a newer certificate. */
  notNewer: Filter<StudentRow>;
}

/** Stores the certificates in those of their students who were changed last at one of these moments. */
function give(
  { students, notNewer }: Target,
  rows: readonly ValidRow[],
  changedAt: readonly Date[],
  certification: Certification,
): Promise<number> {
  const values = rows.map(({ _id, studentId, issuedAt, templateId }) => {
    return [studentId, { certId: _id, certIssuedAt: issuedAt, templateId, certification }] as const;
  });
  const filter = { ...notNewer, updatedAt: { $in: [...changedAt] } } as Filter<StudentRow>;
  return setOneByOneInConflict(students, filter, new Map(values));
}

/**
 * Reads students who may have been changed after they were read for printing, and gives each its certificate with the
 * state that follows from the record. Who is changed again meanwhile is read again. Returns how many have theirs.
 */
async function giveToChanged(target: Target, rows: readonly ValidRow[]): Promise<number> {
  const byStudent = new Map(rows.map((row) => [row.studentId, row]));
  for (let round = 0; round < rounds; round++) {
    const found = await target.students.rows
      .find({ ...target.notNewer, _id: { $in: [...byStudent.keys()] } } as Filter<StudentRow>)
      .toArray();
    const lacking = found.filter((student) => student.certId !== byStudent.get(student._id)!._id);
    let given = 0;
    for (const [certification, some] of Map.groupBy(lacking, (row) => {
      const issued = byStudent.get(row._id)!;
      // Issuing sets the template.
      return certificationOf({ ...toStudent(row), templateId: issued.templateId }, issued);
    })) {
      const theirs = some.map((student) => byStudent.get(student._id)!);
      const changedAt = some.map((student) => student.updatedAt);
      given += await give(target, theirs, changedAt, certification);
    }
    if (given === lacking.length) return found.length;
  }
  throw new Error('students are changed while they get their certificates');
}

/**
 * Sets all rows in one statement. After a write conflict with another worker each row is set in a statement of its own,
 * so that the two do not block each other. Returns how many matched.
 */
async function setOneByOneInConflict<Row extends { _id: string }>(
  table: Table<Row>,
  filter: Filter<Row>,
  values: ValuesById<Row>,
): Promise<number> {
  const set = (some: ValuesById<Row>) => table.setEach(filter, some);
  try {
    return await set(values);
  } catch (error) {
    if (!isWriteConflict(error)) throw error;
    let matched = 0;
    for (const entry of values) matched += await set(new Map([entry]));
    return matched;
  }
}

const rounds = 10;

/**
 * Completes prepared rows and returns true when all of them are known to be valid now. Each becomes valid, or replaced
 * by a newer certificate of the same student. Every worker inserts before it reads, so of two workers for one student
 * at least one sees the other. The older row is replaced by a newer one even while that is still prepared (the
 * reconciler completes it in any case), and the newer one replaces the older whatever its state. Conflicts therefore
 * occur on the older row, not on the unique index of valid certificates.
 */
export async function completeIssue(
  steps: IssueSteps,
  tenantId: string,
  rows: readonly PreparedRow[],
  readAt?: readonly Date[],
): Promise<boolean> {
  let waiting: PreparedRow[] = [...rows];
  let valid = 0;
  for (let round = 0; waiting.length > 0 && round < rounds; round++) {
    if (round > 0) await sleep(Math.random() * 20 * round);
    const rivals = Map.groupBy(await steps.rivals(tenantId, waiting), (rival) => rival.studentId);
    const replaced: { old: Rankable; by: Rankable }[] = [];
    const newest: PreparedRow[] = [];
    for (const row of waiting) {
      const others = (rivals.get(row.studentId) ?? []).filter((rival) => rival._id !== row._id).sort(byIssue);
      const last = others.at(-1);
      if (last && byIssue(last, row) > 0) {
        replaced.push({ old: row, by: last });
      } else {
        newest.push(row);
        replaced.push(
          ...others.filter((rival) => rival.state !== 'revoked').map((old) => ({ old, by: row })),
        );
      }
    }
    await steps.replace(tenantId, replaced);
    const made = await steps.makeValid(tenantId, newest);
    valid += made.valid.length;
    await steps.updateStudents(tenantId, made.valid, readAt);
    waiting = made.left;
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} certificates are still prepared`);
  return valid === rows.length;
}
