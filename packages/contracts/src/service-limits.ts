/** Constants that no page needs, apart from `limits`, so that no browser loads them. Milliseconds, counts. */
export const serviceLimits = {
  /**
   * Delay before a job checks again whether the operator has restored the object store; it is not counted as an
   * attempt.
   */
  storeUnknownMs: 2_000,
  /** The most recent matches of a search among students whose lines of the audit log are found. */
  auditSearchedStudents: 100,
  /** Interval at which the file of a certificate is read and checked again. */
  fileCheckMs: 7 * 24 * 60 * 60_000,
  /** Lifetime of an object that one call and one job share, such as a printed preview. */
  temporaryKeptMs: 15 * 60_000,
  /** How long a call waits for a worker to print a preview. */
  previewWaitMs: 30_000,
  /** How long a call waits for a worker to import a PDF. */
  pdfImportWaitMs: 60_000,
  idempotencyKeptMs: 24 * 60 * 60_000,
  syncWaitMs: 60_000,
  auditKeptMs: 2 * 365 * 24 * 60 * 60_000,
  progressPerSecond: 5,
  /** Maximum number of a batch's chunks in the queue, which depends on the number of workers. */
  chunksAheadAtMost: 64,
  /** Rows that a preflight stores together, and the most that it checks before other work has its turn. */
  preflightPage: 2_000,
  /** Findings on a page of its report, at most. */
  preflightFindings: 500,
  /** After so long without a stored row it is said that a preflight waits for its turn. */
  preflightWaitsMs: 10_000,
  /** After so long without a stored row it is asked whether a worker runs at all, and the job is enqueued again. */
  preflightStalledMs: 30_000,
  /** How long the objects of a preflight that has not ended are kept after the last of them was written. */
  preflightKeptMs: 24 * 60 * 60_000,
  /** How long a preflight works before other work of its queue has its turn. */
  preflightSliceMs: 1_000,
  /** Rows that a preflight shows as pictures. */
  preflightRisks: 5,
} as const;
