import { AppError } from '@sello/kit';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { certificationOf, issuedWith } from '../certificates/printed.ts';
import { type Filter, inRuns, type Table } from '../database/table.ts';
import { type StudentRow, studentForm } from './row.ts';
import type { StudentFields, Students } from './students.ts';

const { toUpdate, toRecord: toStudent } = studentForm;
const rowsAtOnce = 500;
const attempts = 20;

export interface StudentChange {
  studentId: string;
  fields: StudentFields;
}

interface Changes {
  update: Students['update'];
  /** Returns how many students exist. */
  replaceMany(tenantId: string, changes: readonly StudentChange[], now: Date): Promise<number>;
}

/**
 * Replaces the fields of students. The record of a student who has a certificate is compared with what that prints. A
 * student who gets another certificate between reading and writing is read again: the write names the certificate that
 * was compared.
 */
export function createChanges(
  students: Table<StudentRow>,
  certificates: Pick<Table<CertificateRecord>, 'rows'>,
): Changes {
  /** The conditional update of each of these students who exists. */
  async function statementsOf(tenantId: string, changes: readonly StudentChange[], now: Date) {
    const ids = { $in: changes.map(({ studentId }) => studentId) };
    const known = await students.rows.find({ _id: ids, tenantId }, { projection: { certId: 1 } }).toArray();
    const certIds = known.flatMap(({ certId }) => certId ?? []);
    const issued =
      certIds.length === 0
        ? []
        : await certificates.rows
            .find({ _id: { $in: certIds }, tenantId }, { projection: issuedWith })
            .toArray();
    const byId = new Map(issued.map((one) => [one._id, one]));
    const certIdOf = new Map(known.map(({ _id, certId }) => [_id, certId]));
    return changes
      .filter(({ studentId }) => certIdOf.has(studentId))
      .map(({ studentId, fields }) => {
        const certId = certIdOf.get(studentId);
        const certificate = byId.get(certId ?? '');
        const filter = { _id: studentId, tenantId, certId: certId ?? { $exists: false } };
        return {
          filter: filter as Filter<StudentRow>,
          update: toUpdate(fields, {
            updatedAt: now,
            ...(certificate && { certification: certificationOf(fields, certificate) }),
          }),
        };
      });
  }

  return {
    async update(tenantId, studentId, fields) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const [statement] = await statementsOf(tenantId, [{ studentId, fields }], new Date());
        if (statement === undefined) throw new AppError('student_not_found');
        const after = { returnDocument: 'after' } as const;
        const row = await students.findOneAndUpdate(statement.filter, statement.update, after);
        if (row) return toStudent(row);
      }
      throw new AppError('unavailable', { cause: new Error('the student gets certificates all the time') });
    },
    async replaceMany(tenantId, changes, now) {
      let updated = 0;
      for (const some of inRuns(changes, rowsAtOnce)) {
        for (let attempt = 0; ; attempt++) {
          const statements = await statementsOf(tenantId, some, now);
          const matched = await students.updateEach(statements);
          // Each is idempotent, so all are written again.
          if (matched < statements.length && attempt < attempts) continue;
          updated += matched;
          break;
        }
      }
      return updated;
    },
  };
}
