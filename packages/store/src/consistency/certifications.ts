import type { Certification } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { certificationOf, uncertifiedAs } from '../certificates/printed.ts';
import type { Filter, Table } from '../database/table.ts';
import { type StudentRow, studentForm } from '../students/row.ts';
import type { CheckOptions } from './consistency.ts';
import { resolveGap } from './context.ts';

const { toRecord: toStudent } = studentForm;

/**
 * Corrects the certification of students whose certificate is as their record says. Students from before the field get it
 * in every run that repairs, without being reported. Returns how many those were.
 */
export async function compareCertifications(
  students: Table<StudentRow>,
  found: readonly StudentRow[],
  issued: ReadonlyMap<string, CertificateRecord>,
  options: CheckOptions,
): Promise<number> {
  const differing = found.flatMap((student) => {
    const wanted = wantedOf(student, issued);
    return wanted === undefined || wanted === student.certification ? [] : [{ student, wanted }];
  });
  const lacking = differing.filter(({ student }) => student.certification === undefined);
  if (options.repair) {
    await students.updateEach(lacking.map(({ student, wanted }) => statementOf(student, wanted)));
  }
  for (const { student, wanted } of differing) {
    if (student.certification === undefined) continue;
    const { _id: studentId, tenantId } = student;
    const { filter, update } = statementOf(student, wanted);
    await resolveGap({ kind: 'student-certification', tenantId, studentId }, options, {
      isThere: async () => (await students.rows.findOne(filter, { projection: { _id: 1 } })) !== null,
      change: async () => (await students.updateOne(filter, update)).modifiedCount,
    });
  }
  return lacking.length;
}

/** Written only if nothing was changed since the student was read. */
function statementOf({ _id, tenantId, certId, certification, updatedAt }: StudentRow, wanted: Certification) {
  const asRead = {
    ...{ _id, tenantId, updatedAt },
    certId: certId ?? { $exists: false },
    certification: certification ?? { $exists: false },
  };
  return { filter: asRead as Filter<StudentRow>, update: { $set: { certification: wanted } } };
}

/**
 * `undefined` when it is not known: the certificate is not there, or not valid, or the record lost its certificate, which
 * the check of certificates gives back.
 */
function wantedOf(
  student: StudentRow,
  issued: ReadonlyMap<string, CertificateRecord>,
): Certification | undefined {
  const { certId, certification } = student;
  if (certId === undefined) return certification === undefined ? uncertifiedAs(student) : undefined;
  const certificate = issued.get(certId);
  return certificate && certificationOf(toStudent(student), certificate);
}
