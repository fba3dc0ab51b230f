import { times } from '@sello/kit';
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

/** At most so many pages of students from before the field `certification` in one run. */
const pagesFilled = 50;

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
    if (options.repair) await scheduleFileChecks(found);
    return { next: nextOf(found), chunks: [], checked: found.length };
  }

  /** Schedules the file check of certificates that were issued before files were checked regularly. */
  async function scheduleFileChecks(found: readonly CertificateRecord[]): Promise<void> {
    const unscheduled = found.filter((one) => one.fileDueAt === undefined && one.fileState === undefined);
    if (unscheduled.length === 0) return;
    await certificates.updateMany(
      {
        _id: { $in: unscheduled.map((one) => one._id) },
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
    return { next: nextOf(found), ...(await compareStudents(found, options)), checked: found.length };
  }

  /** Leases the position of a scan to one caller per `everyMs`; null when another caller has it. */
  async function takeMark(_id: string, now: Date, everyMs: number): Promise<MarkRow | null> {
    try {
      return await upkeepMarks.findOneAndUpdate(
        { _id, dueAt: { $lte: now } },
        { $set: { dueAt: new Date(now.getTime() + everyMs) }, $setOnInsert: { cursor: '' } },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      // It exists and is not due: the upsert tried to insert it and failed with a duplicate key.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function checkNext({ everyMs, ...options }: CheckOptions & { everyMs: number }): Promise<Run | null> {
    const now = options.now ?? new Date();
    const scans = { students: checkStudents, certificates: checkCertificates };
    const runs: Run[] = [];
    for (const [name, check] of Object.entries(scans)) {
      const mark = await takeMark(name, now, everyMs);
      if (mark === null) continue;
      let run = await check(mark.cursor, options);
      for (let page = 1; (run.filled ?? 0) > 0 && run.next !== null && page < pagesFilled; page++) {
        const { chunks, checked } = run;
        run = await check(run.next, options);
        run = { ...run, chunks: [...chunks, ...run.chunks], checked: checked + run.checked };
      }
      const dueAt = run.next === null ? new Date(now.getTime() + times.scanRestMs) : mark.dueAt;
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
