import type { CertificateRecord } from '../certificates/certificates.ts';
import { isDuplicateKey } from '../database/errors.ts';
import { createBatchCheck } from './batch-check.ts';
import { createBatchPasses } from './batches.ts';
import { createCertificateComparison } from './certificates.ts';
import type { CheckOptions, Consistency, Run } from './consistency.ts';
import { type ConsistencyContext, rowsAtOnce } from './context.ts';
import type { MarkRow } from './entity.ts';
import { createFiles } from './files.ts';
import { createStudentComparison } from './students.ts';

/** A finished scan begins again after this time. */
const restMs = 15 * 60_000;

export function createConsistency(context: ConsistencyContext): Consistency {
  const { certificates, students, upkeepMarks } = context;
  const batch = createBatchCheck(context);
  const compareCertificates = createCertificateComparison(context);
  const compareStudents = createStudentComparison(context, batch);

  async function checkCertificates(after: string, options: CheckOptions): Promise<Run> {
    const found = await certificates.rows
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(rowsAtOnce)
      .toArray();
    await compareCertificates(found, options);
    if (options.repair) await makeDue(found);
    return { next: nextOf(found), chunks: [], checked: found.length };
  }

  /** Certificates issued before files were checked regularly. */
  async function makeDue(found: readonly CertificateRecord[]): Promise<void> {
    const never = found.filter((one) => one.fileDueAt === undefined && one.fileState === undefined);
    if (never.length === 0) return;
    await certificates.updateMany(
      {
        _id: { $in: never.map((one) => one._id) },
        fileDueAt: { $exists: false },
        fileState: { $exists: false },
      },
      { $set: { fileDueAt: new Date() } },
    );
  }

  async function checkStudents(after: string, options: CheckOptions): Promise<Run> {
    const found = await students.rows
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(rowsAtOnce)
      .toArray();
    return { next: nextOf(found), chunks: await compareStudents(found, options), checked: found.length };
  }

  /** Takes the position of a scan, for one caller per `everyMs`. */
  async function takeMark(_id: string, now: Date, everyMs: number): Promise<MarkRow | null> {
    try {
      return await upkeepMarks.findOneAndUpdate(
        { _id, dueAt: { $lte: now } },
        { $set: { dueAt: new Date(now.getTime() + everyMs) }, $setOnInsert: { cursor: '' } },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      // It exists and is not due: the upsert tries to insert it and meets the unique key.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function checkNext({ everyMs, ...options }: CheckOptions & { everyMs: number }): Promise<Run | null> {
    const now = options.now ?? new Date();
    const rounds = { students: checkStudents, certificates: checkCertificates };
    const runs: Run[] = [];
    for (const [name, check] of Object.entries(rounds)) {
      const mark = await takeMark(name, now, everyMs);
      if (mark === null) continue;
      const run = await check(mark.cursor, options);
      const dueAt = run.next === null ? new Date(now.getTime() + restMs) : mark.dueAt;
      await upkeepMarks.updateOne({ _id: name }, { $set: { cursor: run.next ?? '', dueAt } });
      runs.push(run);
    }
    if (runs.length === 0) return null;
    const checked = runs.reduce((sum, run) => sum + run.checked, 0);
    return { next: null, chunks: runs.flatMap((run) => run.chunks), checked };
  }

  return {
    acrossTenants: {
      ...createBatchPasses(context, { batch, certificates: compareCertificates, students: compareStudents }),
      ...createFiles(certificates),
      checkNext,
      checkCertificates,
      checkStudents,
    },
  };
}

function nextOf(found: readonly { _id: string }[]): string | null {
  return found.length < rowsAtOnce ? null : found.at(-1)!._id;
}
