import { errorMessage, type RowError } from '@sello/contracts';
import { times } from '@sello/kit';
import type { FailedRow, HeldRow } from './chunk-rows.ts';

/** Claims of a row that may end without a word of their process before its chunk is worked on row by row. */
const claimsTogether = 2;
/** A row fails that has so often ended a process that worked on nothing else. */
const endingsAlone = 3;
/** A row that has ended n processes is worked on by one that has run for n times so long, ms. */
const uptimeMsPerEnding = () => 3 * times.leaseMs;

/** Whether a claim has rows whose last claims all ended without a word of their process. */
export const areSuspect = (rows: readonly HeldRow[]): boolean =>
  rows.some(({ unreleased = 0 }) => unreleased > claimsTogether);

export interface OneByOne<Row extends HeldRow> {
  rows: readonly Row[];
  /** Aborted when the service drains or the lease is lost. */
  signal: AbortSignal;
  /** Names the batch and the row in the log. */
  referenceOf(row: Row): string;
  /** How long this process has run, ms. */
  uptimeMs(): number;
  /** Runs it while no other job runs in this process; false, without running it, when that cannot be had. */
  alone(run: () => Promise<void>): Promise<boolean>;
  /** Counts that the row ends the process; false when the claim is lost. */
  begin(row: Row): Promise<boolean>;
  /** Works on one row. Returns whether it was finished; `againAfterMs` as of `ChunkWork.work`. */
  work(row: Row): Promise<{ isFinished: boolean; againAfterMs: number | undefined }>;
  /** Takes the count back. Does not throw. */
  survived(row: Row): Promise<void>;
  fail(outcome: FailedRow): Promise<void>;
}

/**
 * Works on rows one by one, of which one may end the process: while nothing else runs in it, so that what ends it is that
 * row or comes from outside. Before each row it is counted that the row ends the process, and this is taken back when the
 * process lives. A row that was counted three times fails.
 *
 * What comes from outside must not be taken for the row's doing, so a row that has ended a process is worked on next by one
 * that has run for a minute, then by one that has run for two: where processes are killed every few seconds, none gets so
 * old, and where they are killed less often, three of them hardly meet the same row within its moment.
 *
 * Returns ms until the rows that are left may be tried again.
 */
export async function workOneByOne<Row extends HeldRow>({
  rows,
  signal,
  referenceOf,
  uptimeMs,
  alone,
  begin,
  work,
  survived,
  fail,
}: OneByOne<Row>): Promise<number | undefined> {
  const waits: number[] = [];
  const isOurs = await alone(async () => {
    const end = performance.now() + times.oneByOneSliceMs;
    for (const row of rows) {
      if (signal.aborted || performance.now() > end) return;
      const { index, fence, endedAlone = 0 } = row;
      if (endedAlone >= endingsAlone) {
        await fail({ index, fence, state: 'failed', error: endedWorker(referenceOf(row)) });
        continue;
      }
      const youngMs = endedAlone * uptimeMsPerEnding() - uptimeMs();
      if (youngMs > 0) {
        waits.push(youngMs);
        continue;
      }
      if (!(await begin(row))) return;
      let isFinished = false;
      try {
        const worked = await work(row);
        ({ isFinished } = worked);
        if (worked.againAfterMs !== undefined) waits.push(worked.againAfterMs);
      } finally {
        if (!isFinished) await survived(row);
      }
    }
  });
  if (!isOurs) return times.oneByOneBusyMs;
  return waits.length > 0 ? Math.min(...waits) : undefined;
}

function endedWorker(reference: string): RowError {
  const details = { times: endingsAlone, reference };
  return { code: 'row_ended_worker', message: errorMessage('row_ended_worker', details), details };
}
