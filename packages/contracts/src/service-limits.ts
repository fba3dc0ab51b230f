import { limits } from './limits.ts';

/** So many requests, or tries, in so many seconds. */
export interface Rate {
  points: number;
  seconds: number;
  /** Counted by an organization, a person or another key instead of by address. */
  byKey?: true;
  /** Operators who allow more do not multiply it. */
  isFixed?: true;
}

/**
 * Rates per address (IPv6: per /64) for requests that are not API calls, and for tries that no other limit counts
 * together. A whole class may share one address, so they are set to stop scripts, not people.
 */
const rates = {
  sign: { points: 240, seconds: 60 },
  refresh: { points: 600, seconds: 60 },
  download: { points: 1_200, seconds: 60 },
  picture: { points: 240, seconds: 60 },
  /** Pages of certificates that the server describes; beyond that they are the application's alone. */
  page: { points: 600, seconds: 60 },
  /** Tries of invitations' codes, by a person and from an address. */
  inviteCodeOf: { points: 10, seconds: 60, byKey: true },
  inviteCode: { points: 30, seconds: 60 },
  /** Addresses that an organization invites. */
  invite: { points: limits.invitesPerHour, seconds: 3_600, byKey: true },
  /** Domains that an organization claims. */
  domainClaim: { points: limits.domainClaimsPerHour, seconds: 3_600, byKey: true },
  /** Reports of strangers, by connection. Operators read those about issuers; each of a mistake sends a letter. */
  report: { points: 5, seconds: 3_600 },
  /** About one certificate. */
  reportOf: { points: 20, seconds: 24 * 3_600, byKey: true },
  /** Whether a connection wrote about the organization before, that day. */
  reportWriter: { points: 1, seconds: 24 * 3_600, byKey: true, isFixed: true },
  /** About an organization: from connections that had not written about it, and from the others. */
  reportNew: { points: 50, seconds: 24 * 3_600, byKey: true },
  reportAgain: { points: 20, seconds: 24 * 3_600, byKey: true },
  /** Letters to an address that a stranger names, in the name of an organization. */
  reportTo: { points: 3, seconds: 24 * 3_600, byKey: true, isFixed: true },
} as const satisfies Record<string, Rate>;

/** Constants that no page needs, apart from `limits`, so that no browser loads them. Milliseconds, counts. */
export const serviceLimits = {
  rates,
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
  /** The time in which calls of a person, an organization or an address are counted. */
  callWindowMs: 60_000,
  /** Idle timeout of a session. */
  sessionIdleMs: 30 * 24 * 60 * 60_000,
  /** Absolute timeout of a session, counted from the sign-in. */
  sessionMaxMs: 90 * 24 * 60 * 60_000,
  /** How long the code with which a browser fetches its new session is valid. */
  sessionCodeMs: 5 * 60_000,
  /** How long a visit for a hand-over of the session to another host may take, seconds: as long as a sign-in. */
  handoverVisitSeconds: 15 * 60,
  /** How long the page that a person comes back to can read that they have joined, seconds. */
  joinedNoteSeconds: 60,
  /** How long a ticket of a hand-over is valid, seconds. */
  ticketSeconds: 60,
  /** How long a sign-in may take, seconds. */
  signInSeconds: 15 * 60,
  /** How long a verified name is remembered for the edge while the database is away. */
  hostRememberedMs: 24 * 60 * 60_000,
  /** Names of batches are told apart among those of so many milliseconds: a day, wherever its midnight is. */
  nameLookBackMs: 48 * 60 * 60_000,
  /** For how many days orphan packs are looked for. */
  orphanPackDays: 4,
  /** How long a failed job is kept in the queue, seconds. */
  failedJobKeptSeconds: 7 * 24 * 60 * 60,
  /** How long the list of invitations shows one that has expired. */
  inviteShownExpiredMs: 30 * 24 * 60 * 60_000,
  /** How long an unconfirmed report of a mistake is kept after its link has expired, so that its letter’s end can be stored. */
  reportUnconfirmedKeptMs: 12 * 60 * 60_000,
  /** How long a confirmed report of a mistake is kept. */
  reportKeptMs: 90 * 24 * 60 * 60_000,
  /** Reports to the operator about one certificate that its list names, the newest. */
  reportsShown: 20,
  /** How long a report to the operator is kept, whether closed or not. */
  operatorReportKeptMs: 180 * 24 * 60 * 60_000,
  /** How long a previous token of a session is still exchanged for the current one. */
  sessionGraceMs: 30_000,
  /** Sessions that ended this recently are returned again: the response to the call that ended them may have been lost. */
  sessionJustEndedMs: 60_000,
} as const;
