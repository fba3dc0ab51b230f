import type { StuckChunk } from '../batches/batches.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { certificationOf, uncertifiedAs } from '../certificates/printed.ts';
import { type Filter, setOrUnset } from '../database/table.ts';
import { type StudentRow, studentForm } from '../students/row.ts';
import type { BatchCheck } from './batch-check.ts';
import { compareCertifications } from './certifications.ts';
import type { CheckOptions } from './consistency.ts';
import { type ConsistencyContext, isIssuingOver, isLongPast, resolveGap } from './context.ts';
import { findIssuingRows } from './rows.ts';

/**
 * Compares the certificate that each student's record names with the certificates, and its state with both. Returns the
 * chunks whose rows were queued again, and how many students were from before the state.
 */
export type StudentComparison = (
  found: readonly StudentRow[],
  options: CheckOptions,
) => Promise<{ chunks: StuckChunk[]; filled: number }>;

const { toRecord: toStudent } = studentForm;

type Holder = StudentRow & { certId: string };

export function createStudentComparison(
  context: ConsistencyContext,
  checkBatch: BatchCheck,
): StudentComparison {
  const { certificates, students } = context;

  /**
   * The students whose certificate does not exist, belongs to another student or is not valid; with the certificate
   * when it is the student's own. `issued` are the valid certificates of the others.
   */
  async function findInconsistent(found: readonly StudentRow[]) {
    const holders = found.filter((student): student is Holder => student.certId !== undefined);
    const named = await certificates.rows
      .find({ _id: { $in: holders.map((student) => student.certId) } })
      .toArray();
    const byId = new Map(named.map((one) => [one._id, one]));
    const issued = new Map<string, CertificateRecord>();
    const inconsistent = holders.flatMap((student) => {
      const one = byId.get(student.certId);
      const isOwn = one?.tenantId === student.tenantId && one.studentId === student._id;
      if (isOwn && one.state === 'valid') {
        issued.set(one._id, one);
        return [];
      }
      return [{ student, named: isOwn ? one : undefined }];
    });
    return { inconsistent, issued };
  }

  /** Checks the batches whose rows should have issued the missing certificates: done rows are queued again. */
  async function requeue(holders: readonly Holder[], options: CheckOptions): Promise<StuckChunk[]> {
    const chunks: StuckChunk[] = [];
    for (const [tenantId, some] of Map.groupBy(holders, (student) => student.tenantId)) {
      const wanted = some.flatMap(({ certId, certIssuedAt }) =>
        certIssuedAt ? [{ certId, from: certIssuedAt, to: certIssuedAt }] : [],
      );
      const issuing = await findIssuingRows(context, tenantId, wanted);
      const done = issuing.filter(({ row }) => row.state === 'done');
      for (const batch of new Map(done.map((one) => [one.batch._id, one.batch])).values()) {
        chunks.push(...(await checkBatch(batch, options)).chunks);
      }
    }
    return chunks;
  }

  /** Corrects the student's fields: the valid certificate, the revoked one, or none. */
  async function correct(
    student: Holder,
    named: CertificateRecord | undefined,
    valid: CertificateRecord | undefined,
    options: CheckOptions,
  ): Promise<void> {
    const { _id, tenantId, certId } = student;
    const isRevoked = named?.state === 'revoked';
    const fields = valid
      ? {
          ...{ certId: valid._id, certIssuedAt: valid.issuedAt },
          certification: certificationOf(toStudent(student), valid),
        }
      : isRevoked
        ? {
            ...{ certId: undefined, certIssuedAt: named.issuedAt, revokedCertId: certId },
            certification: 'revoked',
          }
        : { certId: undefined, certIssuedAt: undefined, certification: uncertifiedAs(student) };
    const kind = valid ? 'student-not-given' : 'student-without-certificate';
    const gap = { kind, tenantId, studentId: _id, certId } as const;
    const asRead = { _id, tenantId, certId } as Filter<StudentRow>;
    await resolveGap(gap, options, {
      isThere: async () => (await students.rows.findOne(asRead, { projection: { _id: 1 } })) !== null,
      change: async () => (await students.updateOne(asRead, setOrUnset(fields))).modifiedCount,
    });
  }

  return async (found, options) => {
    const { inconsistent, issued } = await findInconsistent(found);
    const filled = await compareCertifications(students, found, issued, options);
    if (inconsistent.length === 0) return { chunks: [], filled };
    const missing = inconsistent.flatMap(({ student, named }) => (named ? [] : [student]));
    // Without repair the check of batches reports these rows.
    const chunks = options.repair ? await requeue(missing, options) : [];
    for (const { student, named } of inconsistent) {
      // It is being issued: the steps of issuing, or the reconciler, update the student.
      if (named?.state === 'prepared' || isBeingRevoked(named, options)) continue;
      const { _id: studentId, tenantId } = student;
      // In this order: a certificate that is no longer prepared is valid by then.
      const prepared = await certificates.rows.findOne({ tenantId, studentId, state: 'prepared' });
      const valid = await certificates.rows.findOne({ tenantId, studentId, state: 'valid' });
      const isBeingIssued = valid === null ? prepared !== null : !isIssuingOver(valid, options);
      if (named?.state === 'replaced' && isBeingIssued) continue;
      // Without repair the comparison of certificates reports this gap.
      if (valid !== null && !options.repair) continue;
      await correct(student, named, valid ?? undefined, options);
    }
    return { chunks, filled };
  };
}

/** The student is updated after the certificate is revoked. */
function isBeingRevoked(named: CertificateRecord | undefined, options: CheckOptions): boolean {
  return named?.state === 'revoked' && !isLongPast(named.revokedAt ?? named.createdAt, options);
}
