import type { StuckChunk } from '../batches/batches.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { type Filter, setOrUnset } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { BatchCheck } from './batch-check.ts';
import type { CheckOptions } from './consistency.ts';
import { type ConsistencyContext, isIssuingOver, isLongPast, resolveGap } from './context.ts';
import { findIssuingRows } from './rows.ts';

/**
 * Compares what students say of their certificate with the certificates. Returns chunks that were put back for them.
 */
export type StudentComparison = (
  found: readonly StudentRow[],
  options: CheckOptions,
) => Promise<StuckChunk[]>;

type Holder = StudentRow & { certId: string };

export function createStudentComparison(
  context: ConsistencyContext,
  checkBatch: BatchCheck,
): StudentComparison {
  const { certificates, students } = context;

  /** The students whose certificate is not there, not theirs, or not valid; with it when it is theirs. */
  async function wrongOnes(found: readonly StudentRow[]) {
    const holders = found.filter((student): student is Holder => student.certId !== undefined);
    const named = await certificates.rows
      .find({ _id: { $in: holders.map((student) => student.certId) } })
      .toArray();
    const byId = new Map(named.map((one) => [one._id, one]));
    return holders.flatMap((student) => {
      const one = byId.get(student.certId);
      const isOwn = one?.tenantId === student.tenantId && one.studentId === student._id;
      if (isOwn && one.state === 'valid') return [];
      return [{ student, named: isOwn ? one : undefined }];
    });
  }

  /** Checks the batches whose rows should have issued what is missing: done rows are put back. */
  async function requeue(holders: readonly Holder[], options: CheckOptions): Promise<StuckChunk[]> {
    const chunks: StuckChunk[] = [];
    for (const [tenantId, some] of Map.groupBy(holders, (student) => student.tenantId)) {
      const wanted = some.flatMap(({ certId, certIssuedAt }) =>
        certIssuedAt ? [{ certId, from: certIssuedAt, to: certIssuedAt }] : [],
      );
      const drawn = await findIssuingRows(context, tenantId, wanted);
      const done = drawn.filter(({ row }) => row.state === 'done');
      for (const batch of new Map(done.map((one) => [one.batch._id, one.batch])).values()) {
        chunks.push(...(await checkBatch(batch, options)).chunks);
      }
    }
    return chunks;
  }

  /** The student's true fields: the valid certificate, the revoked one, or none. */
  async function correct(
    student: Holder,
    named: CertificateRecord | undefined,
    valid: CertificateRecord | undefined,
    options: CheckOptions,
  ): Promise<void> {
    const { _id, tenantId, certId } = student;
    const isRevoked = named?.state === 'revoked';
    const fields = valid
      ? { certId: valid._id, certIssuedAt: valid.issuedAt }
      : isRevoked
        ? { certId: undefined, certIssuedAt: named.issuedAt, revokedCertId: certId }
        : { certId: undefined, certIssuedAt: undefined };
    const kind = valid ? 'student-not-given' : 'student-without-certificate';
    const gap = { kind, tenantId, studentId: _id, certId } as const;
    const asRead = { _id, tenantId, certId } as Filter<StudentRow>;
    await resolveGap(gap, options, {
      isThere: async () => (await students.rows.findOne(asRead, { projection: { _id: 1 } })) !== null,
      change: async () => (await students.updateOne(asRead, setOrUnset(fields))).modifiedCount,
    });
  }

  return async (found, options) => {
    const wrong = await wrongOnes(found);
    if (wrong.length === 0) return [];
    const missing = wrong.flatMap(({ student, named }) => (named ? [] : [student]));
    // A check without repair finds these rows among those of their batch.
    const chunks = options.repair ? await requeue(missing, options) : [];
    for (const { student, named } of wrong) {
      // Being issued: the steps of issuing, or their reconciler, update the student.
      if (named?.state === 'prepared' || isBeingRevoked(named, options)) continue;
      const { _id: studentId, tenantId } = student;
      // In this order: what is no longer prepared is valid.
      const prepared = await certificates.rows.findOne({ tenantId, studentId, state: 'prepared' });
      const valid = await certificates.rows.findOne({ tenantId, studentId, state: 'valid' });
      const isOnItsWay = valid === null ? prepared !== null : !isIssuingOver(valid, options);
      if (named?.state === 'replaced' && isOnItsWay) continue;
      // A check without repair found this one among the certificates.
      if (valid !== null && !options.repair) continue;
      await correct(student, named, valid ?? undefined, options);
    }
    return chunks;
  };
}

/** The student is updated after the certificate is revoked. */
function isBeingRevoked(named: CertificateRecord | undefined, options: CheckOptions): boolean {
  return named?.state === 'revoked' && !isLongPast(named.revokedAt ?? named.createdAt, options);
}
