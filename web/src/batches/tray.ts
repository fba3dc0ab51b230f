import type { Batch, BatchEvent } from '@sello/contracts';
import { replaceEqualDeep } from '@tanstack/react-query';

/** A count of finished rows at a time (ms), for the rate. */
interface Sample {
  at: number;
  finished: number;
}

export interface Job {
  batch: Batch;
  samples: readonly Sample[];
}

/** Every known batch by id. The counts come from the rows in the database; events only deliver them sooner. */
export interface TrayState {
  tenantId: string | null;
  jobs: ReadonlyMap<string, Job>;
  /** Ids from events that no snapshot contained yet: they trigger another read of the list. */
  unknown: ReadonlySet<string>;
}

export const emptyTray = (tenantId: string | null): TrayState => ({
  tenantId,
  jobs: new Map(),
  unknown: new Set(),
});

const windowMs = 6_000;

export function hasEnded(batch: Pick<Batch, 'state'>): boolean {
  return batch.state === 'done' || batch.state === 'cancelled';
}

function finishedOf(batch: Pick<Batch, 'done' | 'failed' | 'cancelled'>): number {
  return batch.done + batch.failed + batch.cancelled;
}

/**
 * Merges a snapshot of batches. It may be older than an event that arrived meanwhile: the higher rev wins; with equal
 * revs the snapshot wins, because it has more fields (download, end).
 */
export function withSnapshot(state: TrayState, batches: readonly Batch[], now: number): TrayState {
  const jobs = new Map(state.jobs);
  const unknown = new Set(state.unknown);
  for (const batch of batches) {
    unknown.delete(batch._id);
    const known = jobs.get(batch._id);
    if (known && known.batch.rev > batch.rev) {
      jobs.set(batch._id, { ...known, batch: { ...batch, ...countsOf(known.batch) } });
      continue;
    }
    // An unchanged ended batch keeps its object identity, so that it does not re-render.
    const same = replaceEqualDeep(known?.batch, batch);
    if (known && same === known.batch && hasEnded(same)) continue;
    jobs.set(batch._id, { batch: same, samples: sampled(known?.samples ?? [], batch, now) });
  }
  return { ...state, jobs, unknown };
}

/** Applies one event; dropped when it is another tenant's or its rev is not newer. */
export function withEvent(state: TrayState, event: BatchEvent, now: number): TrayState {
  if (event.tenantId !== state.tenantId) return state;
  const known = state.jobs.get(event.batchId);
  if (!known) {
    return state.unknown.has(event.batchId)
      ? state
      : { ...state, unknown: new Set(state.unknown).add(event.batchId) };
  }
  if (event.rev <= known.batch.rev) return state;
  const batch: Batch = { ...known.batch, ...countsOf(event) };
  const jobs = new Map(state.jobs);
  jobs.set(event.batchId, { batch, samples: sampled(known.samples, batch, now) });
  return { ...state, jobs };
}

function countsOf({
  rev,
  state,
  total,
  done,
  failed,
  cancelled,
}: Omit<BatchEvent, 'tenantId' | 'batchId' | 'kind'>) {
  return { rev, state, total, done, failed, cancelled };
}

function sampled(samples: readonly Sample[], batch: Batch, now: number): readonly Sample[] {
  const recent = samples.filter((sample) => now - sample.at <= windowMs);
  // The last count outside the window stays as the start of a slow batch's rate.
  const last = samples.at(-1);
  const kept = recent.length > 0 || !last ? recent : [last];
  return [...kept, { at: now, finished: finishedOf(batch) }].slice(-64);
}

export interface Pace {
  perSecond: number;
  secondsLeft: number;
}

/**
 * Rows per second over the last seconds and the time left at that rate; `undefined` while there is nothing to measure.
 */
export function paceOf(job: Job): Pace | undefined {
  const first = job.samples[0];
  const last = job.samples.at(-1);
  if (!first || !last) return undefined;
  const seconds = (last.at - first.at) / 1000;
  const rows = last.finished - first.finished;
  // Two snapshots in quick succession give no rate; the average since the batch began does.
  if (rows === 0 && seconds < windowMs / 1000) return paceSinceStart(job.batch, last.at);
  return seconds < 0.25 ? paceSinceStart(job.batch, last.at) : paceAt(rows / seconds, job.batch);
}

/** A page opened during a run has one count: it uses the average rate since the batch began. */
function paceSinceStart(batch: Batch, now: number): Pace | undefined {
  if (!batch.startedAt) return undefined;
  const seconds = (now - Date.parse(batch.startedAt)) / 1000;
  return seconds > 0.5 ? paceAt(finishedOf(batch) / seconds, batch) : undefined;
}

function paceAt(perSecond: number, batch: Batch): Pace | undefined {
  if (!(perSecond > 0)) return undefined;
  return { perSecond, secondsLeft: (batch.total - finishedOf(batch)) / perSecond };
}

/** Running batches first in the order of their request, then ended ones, newest first. */
export function inOrder(state: TrayState): Job[] {
  const jobs = [...state.jobs.values()];
  const running = jobs.filter(({ batch }) => !hasEnded(batch));
  const ended = jobs.filter(({ batch }) => hasEnded(batch));
  running.sort((a, b) => a.batch.createdAt.localeCompare(b.batch.createdAt));
  ended.sort((a, b) => endOf(b.batch).localeCompare(endOf(a.batch)));
  return [...running, ...ended];
}

function endOf(batch: Batch): string {
  return batch.endedAt ?? batch.createdAt;
}
