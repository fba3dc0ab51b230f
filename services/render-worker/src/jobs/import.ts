import type { Blobs } from '@sello/blobs';
import { isAppError, times } from '@sello/kit';
import { type ChunkJobContext, chunkJob, type JobHandler, type Lock } from '@sello/queue';
import type { BatchItemRecord, BatchRecord, RowOutcome, Store } from '@sello/store';
import { readStudents } from '../student-imports/read-students.ts';
import { writeRows } from '../student-imports/write-rows.ts';

interface ImportContext {
  store: Pick<Store, 'batches' | 'students' | 'templates'>;
  blobs: Blobs;
}

export interface WriteImportContext
  extends ImportContext,
    ChunkJobContext<BatchRecord, BatchItemRecord, RowOutcome> {
  lock: Lock;
}

/** Writes the students of a chunk's rows. One import of an organization at a time matches rows with its students. */
export function importJob(context: WriteImportContext): JobHandler<'import'> {
  return chunkJob('import', context, {
    faultIsAttempt: true,
    waitAfter: (fault) => (isAppError(fault, 'import_running') ? times.importBusyMs : undefined),
    async work({ batch, claim, willFinish, finish }) {
      const outcomes = await context.lock.hold(
        `students.import ${batch.tenantId}`,
        { busy: 'import_running' },
        () => writeRows(context, batch, claim.items),
      );
      willFinish(claim.items);
      await finish(outcomes);
      return undefined;
    },
  });
}

/** Compares a file with the students for a person who waits for it. */
export function readStudentsJob(context: ImportContext): JobHandler<'read-students'> {
  return {
    run: (data, { report, abandoned }) =>
      readStudents(context, data, { onProgress: report, signal: abandoned }),
    /** Nothing is left unfinished: who asked gets the error, and can ask again. */
    async giveUp() {},
  };
}
