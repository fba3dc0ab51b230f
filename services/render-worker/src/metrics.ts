import type { JobName } from '@sello/contracts';
import { Counter, Histogram, type Registry } from '@sello/kit';
import { type GapKind, gapKinds, type RowOutcome } from '@sello/store';

/** The metrics of this service. */
export interface WorkMetrics {
  rowsDone(outcomes: readonly RowOutcome[], refused: number): void;
  /** Starts the timer of a chunk; the returned function stops it. */
  startChunkTimer(): () => void;
  archived(files: number, bytes: number): void;
  damaged(kind: 'prefix' | 'file'): void;
  /** Starts the timer of a job that somebody waits for; the returned function stops it. */
  startPreviewTimer(job: JobName): (outcome: 'done' | 'failed' | 'abandoned') => void;
  /** Rows, certificates, students or objects were inconsistent. */
  gapFound(kind: GapKind, isRepaired: boolean): void;
}

export function createWorkMetrics(registry: Registry): WorkMetrics {
  const rows = new Counter({
    name: 'sello_certificate_rows_total',
    help: 'Rows of generate batches that are through, by outcome (the error code of those that failed)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'sello_rows_refused_total',
    help: 'Writes of rows that another run had taken over',
    registers: [registry],
  });
  const chunks = new Histogram({
    name: 'sello_generate_chunk_seconds',
    help: 'Time from claim to the last write of a chunk',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const previews = new Histogram({
    name: 'sello_preview_seconds',
    help: 'Time that jobs of the queue preview take, by job and outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const files = new Counter({
    name: 'sello_archived_files_total',
    help: 'Certificates put into zips',
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'sello_archived_bytes_total',
    help: 'Bytes of finished zips',
    registers: [registry],
  });
  const damage = new Counter({
    name: 'sello_damaged_objects_total',
    help: 'Stored objects whose bytes are not what their record says',
    labelNames: ['kind'],
    registers: [registry],
  });
  const gaps = new Counter({
    name: 'sello_store_gaps_total',
    help: 'Places where rows, certificates, students and objects did not agree, by kind; repaired or left as found',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  // Initialized to zero, so that an alert on an increase sees the first gap.
  for (const kind of gapKinds) {
    for (const outcome of ['repaired', 'left']) gaps.inc({ kind, outcome }, 0);
  }
  return {
    rowsDone(outcomes, refusedRows) {
      for (const { state, error } of outcomes)
        rows.inc({ outcome: state === 'done' ? 'done' : (error?.code ?? '') });
      refused.inc(refusedRows);
    },
    startChunkTimer: () => chunks.startTimer(),
    startPreviewTimer(job) {
      const stop = previews.startTimer({ job });
      return (outcome) => void stop({ outcome });
    },
    archived(count, size) {
      files.inc(count);
      bytes.inc(size);
    },
    damaged: (kind) => damage.inc({ kind }),
    gapFound: (kind, isRepaired) => gaps.inc({ kind, outcome: isRepaired ? 'repaired' : 'left' }),
  };
}
