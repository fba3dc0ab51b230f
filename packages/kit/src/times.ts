import { sharedVariables } from './variables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The times of the services and of their queue, ms: their code says nowhere else how long it waits, so that whoever operates
 * or tests them finds all in one place.
 *
 * Those that a running platform only waits for are multiplied by `TIME_SCALE` of the environment, which tests set below 1:
 * leases, tries, intervals, caches. Bounds of what may take long are not: a machine that is busy needs all of them.
 */
const waits = {
  /** Rows and locks of a process that died belong to others after this time. */
  leaseMs: 20_000,
  leaseRenewMs: 5_000,
  /** Interval at which queues, object store and database are brought in line. */
  reconcileMs: 15_000,
  /** A batch, and files, whose work cannot wait for the next reconciling. */
  reconcileSoonMs: 5_000,
  /** Within this only one worker of all begins such work. */
  reconcileOnceMs: 4_000,
  /** Certificates that were prepared and not made valid by then are finished. */
  preparedMs: 60_000,
  /** Delay before a job checks again whether the operator has restored the object store; it is not counted as an attempt. */
  storeUnknownMs: 2_000,
  /** Delays before a chunk with postponed heavy rows runs again without any progress. */
  heavyWaitMs: 1_500,
  /** First and longest delay of a service that tries to connect while it starts. */
  connectAgain: { firstMs: 200, maxMs: 5_000 },
  /** Delays between two tries to write a line of the audit log. */
  auditAgain: { firstMs: 100, maxMs: 3_000 },
  /** Delays between two attempts to send an e-mail that a server refused for now. */
  mailAgain: { firstMs: 30_000, maxMs: 30 * 60_000 },
  /** Interval at which a backup asks for the lock of another. */
  backupLockPollMs: 1_000,
  /** Interval at which a second whole list of a person looks whether the first has ended. */
  wholeListAgainMs: 100,
  /** Interval at which the rights of open sockets are checked. */
  socketRecheckMs: 1_500,
  /** How long domains that are due are leased to the caller that read them: as long as a backlog may take to be checked. */
  domainLeaseMs: 15 * 60_000,
  /** Time after a failure during which Redis is not used, so that calls do not wait for its timeout each time. */
  countsWithoutRedisMs: 5_000,
  /** Delay of a repeated refusal of a call. */
  refusalDelayMs: 500,
  /** Time after which the slots of a process that died expire. Running processes renew theirs. */
  slotLeaseMs: 30_000,
  /** After which a call that found no slot is told to try again, because it is unknown when one is released. */
  slotRetryMs: 1_000,
  /** How long the list of closed organizations is cached. */
  closedKeptMs: 1_000,
  /**
   * Time after which the key of a call whose process died is released. A slower request that is repeated meanwhile is
   * safe: both create the record with the stored id.
   */
  idempotencyLeaseMs: 30_000,
  /** How long a domain is answered from memory when no event says that it changed. */
  hostFreshMs: 10_000,
  /** How long an issuer is cached: so long it is stale if a crash prevented the change counter from being incremented. */
  issuerKeptMs: 30_000,
  /** How long the result for a damaged file is cached; it is not stored with the certificate. */
  damagedFileKeptMs: 30_000,
  /** How long the list of timestamp authorities is cached. A worker adds one to it when it pins the first that answers. */
  authoritiesKeptMs: 30_000,
  /** Interval at which a call that waits for a batch reads it, if no event says that it ended. */
  batchPollMs: 1_000,
  /** Delay of a letter that is interrupted before anything was sent. */
  letterInterruptedMs: 1_000,
  /** Delay before a chunk with postponed heavy rows runs again after some progress. */
  heavyAgainMs: 300,
  /** Delay of a chunk of an import while another import of the organization runs. */
  importBusyMs: 500,
  /** Delay before the next attempt of an upkeep job while the object store is not known to be this installation’s. */
  upkeepStoreUnknownMs: 5 * 60_000,
  /** Delay of an archive while another run holds the batch’s lease. */
  archiveLeasedMs: 2_000,
  /** How long an erasure belongs to the worker that took it; another one may then repeat its steps. */
  erasureLeaseMs: 5 * 60_000,
  /** When an erasure continues that has more packs than one run rewrites. */
  erasureAgainMs: 30_000,
  /** How long what a batch needs is cached: a change or a revocation takes effect after at most this long. */
  batchContextKeptMs: 1_000,
  /** Interval at which the check of the store looks whether its repairs have ended. */
  repairPollMs: 500,
  /** How long a positive result of the check of the object store is shared. */
  objectStoreSharedMs: 1_000,
  /** A job ends this long after its caller has left, at most. */
  abandonedPollMs: 300,
  /** A worker whose last heartbeat is older than this is not counted. */
  workerAliveMs: 15_000,
  /** Interval of a worker’s heartbeats. */
  heartbeatMs: 5_000,
  /** How long a sum of the workers’ capacity is cached. */
  capacityKeptMs: 1_000,
  /** A schedule whose next run is overdue by more than this has lost its job. */
  scheduleLostMs: 10 * 60_000,
  /** A chunk whose rows another process holds runs again this long after their lease has expired. */
  afterLeaseMs: 250,
  /** Delay before a queue is read again after a fault. */
  afterFaultMs: 1_000,
  /** Delay before the next try when a suspect chunk cannot have the process alone. */
  oneByOneBusyMs: 5_000,
  /** Interval at which a lock that is held is asked for again. */
  lockPollMs: 50,
  /** How long the addresses of the platform are cached. */
  platformKeptMs: 60_000,
  /** Minimum time between two checks for newly installed packs of fonts. */
  packCheckMs: 5_000,
  /** Delays between two attempts to make the hosting provider forget a host. */
  hostRemovalAgain: { firstMs: minute, maxMs: hour },
  /** First delay before indexes are created, or documents of an older version rewritten, again. */
  indexAgainMs: 50,
  /** Delay of a service that tries to reach the database while it starts. */
  databaseAgainMs: 250,
};

const bounds = {
  /**
   * After kill -9 another worker gets the job after lock and interval. The lock outlives the longest block of the event
   * loop, which compiling a template causes, on a busy machine too.
   */
  jobLockMs: 6_000,
  jobStalledMs: 3_000,
  /** When a domain is looked up next: usually, without an answer, and while it is new, at first. */
  domainCheck: { everyMs: day, againMs: hour, newMs: minute / 2 },
  /** When the jobs of upkeep run: their interval, and the first run of an installation. */
  upkeep: {
    archives: { everyMs: 5 * minute, firstAfterMs: minute },
    deletions: { everyMs: 5 * minute, firstAfterMs: minute },
    logos: { everyMs: day, firstAfterMs: 50 * minute },
    packs: { everyMs: 6 * hour, firstAfterMs: 20 * minute },
    scrub: { everyMs: day, firstAfterMs: 20 * minute },
    thumbnails: { everyMs: day, firstAfterMs: 40 * minute },
    temporary: { everyMs: 5 * minute, firstAfterMs: minute },
  },
  /** Interval at which the next page of the scan for gaps is checked. */
  gapsMs: minute,
  dayMs: day,
  /** Minimum age of an orphan pack that is deleted: the run that wrote it may still insert certificates that refer to it. */
  packGraceMs: hour,
  /** A zip is kept this much longer than its download, so that none is deleted while a batch refers to it. */
  archiveGraceMs: hour,
  /** How long the old place of a file stays readable after a pack was written anew. */
  readerGraceMs: 10 * minute,
  /** How long a second whole list of a person waits for the first. */
  wholeListWaitMs: 10_000,
  /** First and longest delay before a lost connection to Redis is made again. */
  redisAgain: { firstMs: 50, maxMs: 2_000 },
  redisConnectMs: 3_000,
  /** How long Redis may take to answer the check of a service. */
  redisCheckMs: 2_000,
  /** How long one question of a worker for a job waits in Redis, seconds. */
  queueReadSeconds: 2,
  /** How long a name server may take for each try: 5 s in all. */
  nameServerMs: [2_000, 3_000] as readonly number[],
  /** How long the sign-in server may take to answer, seconds. */
  issuerSeconds: 10,
  /** Whole requests may take this long: uploads, calls that wait for a batch. */
  requestMs: 120_000,
  keepAliveMs: 65_000,
  /** A stopping BFF closes idle connections at this interval, and all of them after `closeAllMs`. */
  closeIdleMs: 100,
  closeAllMs: 15_000,
  /** Clients that have not authenticated by then are disconnected. */
  socketConnectMs: 5_000,
  /** How long the AI server may take to propose tags. */
  aiTagsMs: 10_000,
  mailConnectMs: 15_000,
  mailGreetingMs: 15_000,
  /** The time a server may take to answer a complete message (RFC 5321, 4.5.3.2.6): with less, its outcome would be unknown. */
  mailAnswerMs: 10 * 60_000,
  /** How long a caller of the queue waits for Redis. */
  queueMs: 5_000,
  /** How long the verify page waits for the check of the stored file; the page itself then asks for it. */
  verifyPageMs: 1_500,
  /** Timeout of a command: a Redis that hangs must not block callers that have a fallback. */
  redisCommandMs: 1_000,
  /** An upload without a byte for this long has stalled. */
  uploadStallMs: 5_000,
  /** Interval at which the rate of an upload is checked. */
  uploadCheckMs: 500,
  /**
   * How long an upload waits for a slot: as long as a call that waits for a batch. Few wait at a time, and the files before it
   * may be large, or a busy server slow to check them.
   */
  uploadSlotMs: 60_000,
  /** Maximum age of an uploaded file on the disk: longer than any upload and its check take. */
  uploadKeptMs: 10 * 60_000,
  /** How long a page of a whole list yields to other calls, so that a list ends even under constant load. */
  wholeListYieldMs: 20,
  /** A call that takes longer than this no longer counts as short. */
  shortCallMs: 100,
  /** Time for a disconnected client to close its end before the TCP connection is destroyed. */
  socketCloseMs: 1_000,
  /** How long the edge waits for the database. Caddy itself gives up after 10 s. */
  tlsWaitMs: 2_000,
  /** Timeout of a look-up that has to read and check the file. */
  fileCheckMs: 4_000,
  /** How long a request for certificates waits for the check of the object store. */
  objectStoreCheckMs: 2_000,
  /** How long one chunk may block the event loop. */
  stampingBlockMs: 10,
  /** How long a chunk may stamp heavy certificates before it releases the mutex. */
  heavySliceMs: 1_000,
  /** A pack older than this is written again before certificates refer to it: the sweep may have deleted it as an orphan. */
  packFreshMs: 5 * 60_000,
  /** How long the check of the store waits for its repairs. */
  repairMs: 30 * 60_000,
  /** While other work runs only files are checked that are overdue by this. */
  scrubOverdueMs: 24 * 60 * 60_000,
  /** How long one step of the check of stored files takes. */
  scrubStepMs: 4_000,
  /** Time until a damaged or missing file is checked again. */
  damagedAgainMs: 60 * 60_000,
  /** Minimum age of a logo or thumbnail that is swept: what refers to it may still be on its way. */
  sweepGraceMs: 24 * 60 * 60_000,
  /** How long the mark of an abandoned job is kept: longer than a caller waits and a job runs. */
  abandonedKeptMs: 300_000,
  /** A caller waits no longer than this while no worker runs: one that starts says so at once. */
  withoutWorkerMs: 3_000,
  /** How long the other jobs of a process have to end or to hand back their work. */
  gateEmptyMs: 15_000,
  /** A job that works long lets the others of its process run beside it again after so long. */
  aloneMs: 60_000,
  /** The rows of a suspect chunk are worked on one by one for so long before other jobs of the process have their turn. */
  oneByOneSliceMs: 10_000,
  /** How long a caller waits for a lock. */
  lockWaitMs: 15_000,
  /** The longest time from SIGTERM to the exit of the process; of it what each further step of closing has at least. */
  drainMs: 25_000,
  lastStepMs: 1_000,
  /** How long a step of closing may take however late it is. */
  stepMs: 250,
  /** How long one check of a service’s health may take. */
  checkMs: 2_000,
  /** How long a client may take to send the complete headers of a request. */
  headersMs: 15_000,
  /** Node checks connections at this interval, so a timeout is noticed up to one interval late. */
  connectionsCheckMs: 1_000,
  /** Interval between readings of a thread’s CPU time. */
  cpuPollMs: 50,
  /** An idle thread is terminated after this time to free its memory. */
  threadIdleMs: minute,
  /** How long a connection to the database or the object store may take. */
  connectMs: 5_000,
  /** How long a service tries to reach the database while it starts. */
  databaseStartMs: 30_000,
  /** How long an answer of the database may take, and how long a call waits for a connection of the pool. */
  databaseAnswerMs: minute,
  databasePoolMs: 30_000,
  /** How long a connection to the object store may be without a byte. */
  objectIdleMs: 2 * minute,
  /** How long what an interrupted upload left is kept. */
  uploadRemainsKeptMs: day,
  /** How long the hosting provider may take to answer. */
  hostingAnswerMs: 10_000,
  /** How long a timestamp authority may take to answer. */
  timestampMs: 10_000,
  /** A batch whose rows are not all written after this time never will be. */
  batchPreparingMs: 10 * minute,
  /** A check of a batch whose process crashed is repeated after this time. */
  batchCheckLeaseMs: hour,
  /** What changed within this is not compared: it may be under way. */
  quietMs: minute,
  /** A finished scan of the store starts again after this time. */
  scanRestMs: 15 * minute,
  /** The most that a batch’s `createdAt` and the issue times of its rows differ: a large batch is written in two steps. */
  drawnWithinMs: 15 * minute,
  /** Leaves the call that wrote a letter the time to enqueue it. */
  letterEnqueuedMs: 30_000,
  /** No attempt takes longer than this: the mail server’s answer is awaited for ten minutes. */
  letterSentMs: 15 * minute,
  /** How long a change of an organization’s owners has it alone. */
  ownerLockMs: 5_000,
  /** How long a count of students stays fresh, at most: for first pages, and for a list that is read page by page. */
  countKeptMs: 10_000,
  furtherCountKeptMs: minute,
};

/** A wrong value is refused when the service reads its configuration. */
function timeScale(): number {
  const parsed = sharedVariables.TIME_SCALE.schema.safeParse(
    process.env.TIME_SCALE?.trim() || sharedVariables.TIME_SCALE.default,
  );
  return parsed.success ? parsed.data : 1;
}

type Times = { readonly [Name in string]: number | Readonly<Record<string, number>> };

/** Multiplies every time by `TIME_SCALE`. */
function scaledAll<Given extends Times>(given: Given): Given {
  const of = (value: number | Readonly<Record<string, number>>): unknown =>
    typeof value === 'number'
      ? scaled(value)
      : Object.fromEntries(Object.entries(value).map(([name, ms]) => [name, scaled(ms)]));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, of(value)])) as Given;
}

const scale = timeScale();

/** A wait that is declared elsewhere, such as the delay between two attempts of a job, multiplied by `TIME_SCALE`, ms. */
export function scaled(ms: number): number {
  return Math.ceil(ms * scale);
}

/** Freezes an object and those in it. */
function frozen<Given extends object>(given: Given): Given {
  for (const value of Object.values(given)) if (typeof value === 'object') frozen(value);
  return Object.freeze(given);
}

export const times = frozen({ ...scaledAll(waits), ...bounds });
