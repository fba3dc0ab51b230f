import type { CertificateState } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { isWriteConflict, requireAll } from '../database/errors.ts';
import { type Filter, inOrderOf, inRuns, omitUndefined, type Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CertificateRecord, Certificates, IssuedCertificate } from './certificates.ts';
import { completeIssue, type IssueSteps, issueSteps, type ValidRow } from './complete-issue.ts';

const manyIds = 2_000;

export function createCertificates(
  certificates: Table<CertificateRecord>,
  students: Table<StudentRow>,
  steps: IssueSteps = issueSteps(certificates, students),
): Certificates {
  const { rows } = certificates;

  const getMany = async (tenantId: string, certIds: readonly string[], state?: CertificateState) => {
    const found: CertificateRecord[] = [];
    for (const ids of inRuns(certIds, manyIds)) {
      found.push(
        ...(await rows.find({ _id: { $in: [...ids] }, tenantId, ...(state && { state }) }).toArray()),
      );
    }
    return inOrderOf(certIds, found);
  };

  /**
   * Completes prepared rows; updates the students of rows that a run stored as valid. True when all of them are known to
   * be valid now.
   */
  async function finish(
    tenantId: string,
    found: readonly CertificateRecord[],
    readAt?: readonly Date[],
  ): Promise<boolean> {
    const prepared = found.filter((row) => row.state === 'prepared');
    const valid = found.filter((row): row is CertificateRecord & ValidRow => row.state === 'valid');
    const arePreparedValid =
      prepared.length === 0 || (await completeIssue(steps, tenantId, prepared, readAt));
    // A student that was not updated may have a newer certificate, which replaces this one.
    const areStillValid =
      (await steps.updateStudents(tenantId, valid, readAt)) === valid.length ||
      (await completeIssue(steps, tenantId, valid, readAt));
    return arePreparedValid && areStillValid && prepared.length + valid.length === found.length;
  }

  /**
   * Inserts certificates, those of `uncertified` students as valid and the others as prepared. Returns the stored rows of
   * these ids, and the ids of those that existed before.
   */
  async function insertAll(
    tenantId: string,
    given: readonly CertificateRecord[],
    uncertified: ReadonlySet<string>,
  ): Promise<{ rows: CertificateRecord[]; known: Set<string> }> {
    // In one order for all runs, so that two runs for the same students do not wait for each other in a circle.
    const sent = given
      .map((row): CertificateRecord => (uncertified.has(row.studentId) ? { ...row, state: 'valid' } : row))
      .sort((a, b) => (a.studentId < b.studentId ? -1 : 1));
    let skipped: Set<number>;
    try {
      skipped = await certificates.insertMissing(sent);
    } catch (error) {
      // Another run makes certificates of these students valid: prepared ones do not need the key it has.
      const cause = isAppError(error) ? error.cause : error;
      if (uncertified.size === 0 || !isWriteConflict(cause)) throw error;
      return insertAll(tenantId, given, new Set());
    }
    if (skipped.size === 0) return { rows: sent, known: new Set() };
    const inserted = sent.filter((_, position) => !skipped.has(position));
    const ids = [...skipped].map((position) => sent[position]!._id);
    const existing = await getMany(tenantId, ids);
    const known = new Set(existing.map((row) => row._id));
    // The key that these rows lack is not their id: their student has got another valid certificate.
    const refused = new Set(ids.filter((certId) => !known.has(certId)));
    const rest = given.filter((row) => refused.has(row._id) && uncertified.has(row.studentId));
    const again = rest.length === 0 ? { rows: [], known: [] } : await insertAll(tenantId, rest, new Set());
    return { rows: [...inserted, ...existing, ...again.rows], known: new Set([...known, ...again.known]) };
  }

  /** The stored certificates of these ids, in their order. */
  async function readIssued(
    tenantId: string,
    certIds: readonly string[],
    isNew: (certId: string) => boolean,
  ): Promise<IssuedCertificate[]> {
    const existing = await getMany(tenantId, certIds);
    return existing.map(({ _id, state, hash }) => ({ certId: _id, state, hash, isNew: isNew(_id) }));
  }

  return {
    async issue(tenantId, given, { uncertified = new Set<string>(), readAt } = {}) {
      const createdAt = new Date();
      const prepared = given.map(
        (row) =>
          omitUndefined({
            ...row,
            tenantId,
            state: 'prepared',
            createdAt,
            fileDueAt: createdAt,
          }) as CertificateRecord,
      );
      const { rows: stored, known } = await insertAll(tenantId, prepared, uncertified);
      const areValid = await finish(tenantId, stored, readAt);
      if (areValid && known.size === 0) {
        return prepared.map(({ _id, hash }) => ({ certId: _id, state: 'valid', hash, isNew: true }));
      }
      const certIds = prepared.map((row) => row._id);
      const issued = await readIssued(tenantId, certIds, (certId) => !known.has(certId));
      // A row that is still prepared was neither acknowledged nor read back as issued; the retry issues it.
      requireAll(prepared.length, issued.filter((row) => row.state !== 'prepared').length);
      return issued;
    },
    async settle(tenantId, certIds) {
      await finish(tenantId, await getMany(tenantId, certIds));
      const settled = await readIssued(tenantId, certIds, () => false);
      return settled.filter((row) => row.state !== 'prepared');
    },
    deletePrepared: (tenantId, certIds) =>
      certificates.deleteMany({ _id: { $in: [...certIds] }, tenantId, state: 'prepared' }),
    get: (tenantId, certId) => rows.findOne({ _id: certId, tenantId }),
    getMany: (tenantId, certIds, { state } = {}) => getMany(tenantId, certIds, state),
    async validOf(tenantId, studentIds) {
      const found = new Map<string, CertificateRecord>();
      for (const ids of inRuns(studentIds, manyIds)) {
        const some = await rows.find({ tenantId, studentId: { $in: [...ids] }, state: 'valid' }).toArray();
        for (const row of some) found.set(row.studentId, row);
      }
      return found;
    },
    history: (tenantId, studentId) =>
      rows
        .find({ tenantId, studentId, state: { $ne: 'prepared' } })
        .sort({ issuedAt: -1, _id: -1 })
        .toArray(),
    async revoke(tenantId, certId, { userId, reason }) {
      const before = await certificates.findOneAndUpdate(
        { _id: certId, tenantId, state: { $in: ['valid', 'replaced'] } },
        { $set: { state: 'revoked', revokedAt: new Date(), revokedReason: reason, revokedBy: userId } },
        { returnDocument: 'before' },
      );
      const row = await rows.findOne({ _id: certId, tenantId });
      if (row?.state !== 'revoked') throw new AppError('issued_not_found');
      // Also on a second call: a retry repairs a crash between the two writes.
      if (before?.state !== 'replaced') {
        await students.updateOne(
          { _id: row.studentId, tenantId, certIssuedAt: { $not: { $gt: row.issuedAt } } },
          {
            $set: { revokedCertId: certId, certIssuedAt: row.issuedAt, certification: 'revoked' },
            $unset: { certId: '', failure: '' },
          },
        );
      }
      return row;
    },
    async *each(tenantId) {
      yield* rows.find({ tenantId, state: { $ne: 'prepared' } }).sort({ _id: 1 });
    },
    acrossTenants: {
      filesDue: (limit, now = new Date()) =>
        rows
          .find({ fileDueAt: { $lte: now } })
          .sort({ fileDueAt: 1 })
          .limit(limit)
          .toArray(),
      keepFileChecks: (checked) =>
        certificates.updateEach(
          checked.map(({ certificate: { _id, tenantId, pack }, check, dueAt }) => ({
            filter: {
              ...{ _id, tenantId, fileState: { $exists: false } },
              ...{ 'pack.key': pack.key, 'pack.offset': pack.offset },
            } as Filter<CertificateRecord>,
            update:
              check === null
                ? { $set: { fileDueAt: dueAt }, $unset: { fileCheck: '' as const } }
                : { $set: { fileDueAt: dueAt, fileCheck: check } },
          })),
        ),
      async packsReferenced(packs) {
        const tenantIds = [...new Set(packs.map(({ tenantId }) => tenantId))];
        const keys = packs.map(({ key }) => key);
        const found = await rows.distinct('pack.key', {
          tenantId: { $in: tenantIds },
          'pack.key': { $in: keys },
        });
        return new Set(found as string[]);
      },
      byCertId: (certId) => rows.findOne({ _id: certId }),
      byHash: (hash) => rows.findOne({ hash }),
      byCertIds: (certIds) => rows.find({ _id: { $in: [...certIds] } }).toArray(),
      byHashes: (hashes) => rows.find({ hash: { $in: [...hashes] } }).toArray(),
      async replacedBy(newer) {
        if (newer.length === 0) return [];
        // By the student, so that the index of a student's certificates serves it.
        const each = newer.map(({ _id, tenantId, studentId }) => ({ tenantId, studentId, replacedBy: _id }));
        return rows.find({ $or: each }).sort({ issuedAt: 1 }).toArray();
      },
      count: (tenantIds) => countByTenant(certificates, tenantIds, { state: { $ne: 'prepared' } }),
      async finishPrepared({ olderThanMs, limit = 1_000, now = new Date() }) {
        const overdue = await rows
          .find({ state: 'prepared', createdAt: { $lt: new Date(now.getTime() - olderThanMs) } })
          .limit(limit)
          .toArray();
        for (const [tenantId, some] of Map.groupBy(overdue, (row) => row.tenantId)) {
          await finish(tenantId, some);
        }
        return overdue.length;
      },
    },
  };
}
