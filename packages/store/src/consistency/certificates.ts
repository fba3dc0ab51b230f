import { itemKey } from '../batches/row.ts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import { certificationOf } from '../certificates/printed.ts';
import { byIssue } from '../certificates/row.ts';
import { isDuplicateKey } from '../database/errors.ts';
import { type StudentRow, studentForm } from '../students/row.ts';
import type { CheckOptions } from './consistency.ts';
import { type ConsistencyContext, isIssuingOver, resolveGap } from './context.ts';
import { findIssuingRows } from './rows.ts';

/** Compares certificates with the other certificates of their students, and with the students' records. */
export type CertificateComparison = (
  found: readonly CertificateRecord[],
  options: CheckOptions,
) => Promise<void>;

const { toRecord: toStudent } = studentForm;

type Rival = Pick<
  CertificateRecord,
  '_id' | 'tenantId' | 'studentId' | 'batchId' | 'index' | 'issuedAt' | 'state' | 'createdAt'
>;

export function createCertificateComparison(context: ConsistencyContext): CertificateComparison {
  const { batchItems, certificates, students, settle } = context;

  /**
   * Whether the certificate has passed all steps of issuing: its row is done after the last step; without a row its age
   * decides.
   */
  async function isIssued(
    one: Pick<Rival, 'tenantId' | 'batchId' | 'index' | 'createdAt'>,
    options: CheckOptions,
  ) {
    if (isIssuingOver(one, options)) return true;
    const { tenantId, batchId, index } = one;
    const row = { _id: itemKey(batchId, index), tenantId, state: 'done' as const };
    return (await batchItems.rows.findOne(row, { projection: { _id: 1 } })) !== null;
  }

  /** Whether the certificate is unchanged since it was read: it may have been completed since then. */
  async function isUnchanged({ _id, tenantId, state, replacedBy }: CertificateRecord): Promise<boolean> {
    const asRead = { _id, tenantId, state, ...(replacedBy && { replacedBy }) };
    return (await certificates.rows.findOne(asRead, { projection: { _id: 1 } })) !== null;
  }

  /**
   * Whether the student still exists and shows another certificate or none; it may have been deleted or updated
   * meanwhile.
   */
  async function lacks({ _id, tenantId }: StudentRow, certId: string): Promise<boolean> {
    const lacking = { _id, tenantId, certId: { $ne: certId } };
    return (await students.rows.findOne(lacking, { projection: { _id: 1 } })) !== null;
  }

  /** The certificates of these students that can replace an older one: all except replaced ones. */
  async function readRivals(found: readonly CertificateRecord[]): Promise<Map<string, Rival[]>> {
    const rivals: Rival[] = [];
    for (const [tenantId, some] of Map.groupBy(found, (one) => one.tenantId)) {
      const studentIds = [...new Set(some.map((one) => one.studentId))];
      const open = { $in: ['prepared', 'valid', 'revoked'] as ('prepared' | 'valid' | 'revoked')[] };
      const projection = {
        tenantId: 1,
        studentId: 1,
        batchId: 1,
        index: 1,
        issuedAt: 1,
        state: 1,
        createdAt: 1,
      } as const;
      const rows = certificates.rows.find(
        { tenantId, studentId: { $in: studentIds }, state: open },
        { projection },
      );
      rivals.push(...((await rows.toArray()) as Rival[]));
    }
    return Map.groupBy(rivals, ({ tenantId, studentId }) => `${tenantId}/${studentId}`);
  }

  async function readStudents(found: readonly CertificateRecord[]): Promise<Map<string, StudentRow>> {
    const ids = [...new Set(found.map((one) => one.studentId))];
    const rows = await students.rows.find({ _id: { $in: ids } }).toArray();
    return new Map(rows.map((row) => [`${row.tenantId}/${row._id}`, row]));
  }

  async function finish(one: CertificateRecord, options: CheckOptions): Promise<void> {
    const { _id: certId, tenantId, studentId } = one;
    await resolveGap({ kind: 'certificate-unfinished', tenantId, certId, studentId }, options, {
      isThere: () => isUnchanged(one),
      change: async () => (await settle(tenantId, [certId])).length,
    });
  }

  async function checkValid(
    one: CertificateRecord,
    rivals: readonly Rival[],
    student: StudentRow | undefined,
    options: CheckOptions,
  ): Promise<void> {
    const { _id: certId, tenantId, studentId } = one;
    const ids = { tenantId, certId, studentId };
    const newest = rivals.toSorted(byIssue).at(-1);
    if (newest && byIssue(newest, one) > 0) {
      if (!(await isIssued(newest, options))) return;
      const fields = { state: 'replaced', replacedBy: newest._id, replacedAt: new Date() } as const;
      await resolveGap({ kind: 'certificate-superseded', ...ids }, options, {
        isThere: () => isUnchanged(one),
        change: () => changeValid(one, fields),
      });
    } else if (student?.revokedCertId === certId) {
      // The student is updated after the certificate was revoked, never before, so the revocation was lost, and with it
      // who revoked it and why.
      const fields = { state: 'revoked', revokedAt: new Date(), revokedReason: '' } as const;
      await resolveGap({ kind: 'revocation-lost', ...ids }, options, {
        isThere: () => isUnchanged(one),
        change: () => changeValid(one, fields),
      });
    } else if (student && student.certId !== certId && (await isIssued(one, options))) {
      await resolveGap({ kind: 'student-not-given', ...ids }, options, {
        // In this order, because a certificate becomes invalid before it is removed from its student.
        isThere: async () => (await lacks(student, certId)) && (await isUnchanged(one)),
        change: () => assign(student, one),
      });
    }
  }

  async function changeValid(
    { _id, tenantId }: CertificateRecord,
    fields: Partial<CertificateRecord>,
  ): Promise<number> {
    const changed = await certificates.updateOne({ _id, tenantId, state: 'valid' }, { $set: fields });
    return changed.modifiedCount;
  }

  /** Stores the valid certificate in the student's record, unless that changed since it was read. */
  async function assign(student: StudentRow, one: CertificateRecord): Promise<number> {
    const { _id, tenantId, certId } = student;
    // Who is changed meanwhile is compared in the next check of students.
    const given = await students.updateOne(
      { _id, tenantId, certId: certId ?? { $exists: false }, revokedCertId: { $ne: one._id } },
      {
        $set: {
          ...{ certId: one._id, certIssuedAt: one.issuedAt, templateId: one.templateId },
          certification: certificationOf({ ...toStudent(student), templateId: one.templateId }, one),
        },
      },
    );
    return given.modifiedCount;
  }

  async function checkReplaced(
    found: readonly CertificateRecord[],
    rivals: Map<string, Rival[]>,
    holders: Map<string, StudentRow>,
    options: CheckOptions,
  ): Promise<void> {
    const named = found.flatMap((one) => one.replacedBy ?? []);
    if (named.length === 0) return;
    const there = await certificates.rows
      .find({ _id: { $in: [...new Set(named)] } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(there.map((one) => one._id));
    const orphans = found.filter((one) => one.replacedBy !== undefined && !known.has(one.replacedBy));
    for (const one of orphans) {
      const { _id: certId, tenantId, studentId } = one;
      const key = `${tenantId}/${studentId}`;
      const by = one.replacedBy!;
      const issuing = await findIssuingRows(context, tenantId, [
        { certId: by, from: one.issuedAt, to: one.replacedAt ?? new Date() },
      ]);
      // Its row will issue it, or the check of rows queues that row again.
      if (issuing.length > 0) continue;
      const student = holders.get(key);
      const isCurrent =
        student !== undefined && student.revokedCertId !== by && (rivals.get(key) ?? []).length === 0;
      await resolveGap({ kind: 'successor-missing', tenantId, certId, studentId }, options, {
        isThere: () => isUnchanged(one),
        change: () => (isCurrent ? makeCurrent(one, by) : unsetReplacedBy(one, by)),
      });
    }
  }

  /** No certificate replaces it: it becomes the student's current certificate again. */
  async function makeCurrent(one: CertificateRecord, by: string): Promise<number> {
    const { _id, tenantId } = one;
    try {
      const made = await certificates.updateOne(
        { _id, tenantId, state: 'replaced', replacedBy: by },
        { $set: { state: 'valid' }, $unset: { replacedBy: '', replacedAt: '' } },
      );
      const student = await students.rows.findOne({ _id: one.studentId, tenantId });
      if (made.modifiedCount > 0 && student) await assign(student, one);
      return made.modifiedCount;
    } catch (error) {
      // Another certificate of the same student became valid first.
      if (!isDuplicateKey(error)) throw error;
      return unsetReplacedBy(one, by);
    }
  }

  async function unsetReplacedBy({ _id, tenantId }: CertificateRecord, by: string): Promise<number> {
    const changed = await certificates.updateOne(
      { _id, tenantId, replacedBy: by },
      { $unset: { replacedBy: '' } },
    );
    return changed.modifiedCount;
  }

  return async (found, options) => {
    for (const one of found) {
      if (one.state === 'prepared' && (await isIssued(one, options))) await finish(one, options);
    }
    const current = found.filter((one) => one.state === 'valid' || one.state === 'replaced');
    const rivals = await readRivals(current);
    const holders = await readStudents(current);
    for (const one of current) {
      if (one.state !== 'valid') continue;
      const key = `${one.tenantId}/${one.studentId}`;
      const others = (rivals.get(key) ?? []).filter((rival) => rival._id !== one._id);
      await checkValid(one, others, holders.get(key), options);
    }
    // Newest first: of several certificates that were replaced by the same lost one, the newest becomes current.
    const replaced = current.filter((one) => one.state === 'replaced').toSorted((a, b) => byIssue(b, a));
    await checkReplaced(replaced, rivals, holders, options);
  };
}
