import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem, type Stack } from '@sello/dev-stack';
import { MongoClient } from 'mongodb';
import { type CheckResult, checkIssued } from './checker.ts';
import { killNow, pidOf, untilReady } from './processes.ts';
import { openSchool, requestCertificates, type School } from './school.ts';
import { killsPerStorm, planStorm, type Strike, type Target, targets } from './storm-plan.ts';

export interface Kill {
  target: Target;
  /** After the first kill, ms. */
  atMs: number;
  /** Rows done, as last read. */
  rowsDone: number;
}

export interface StormResult extends CheckResult {
  seed: number;
  students: number;
  kills: Kill[];
  /** ms from the last kill to the end of the batch; null when it did not end in time. */
  endedAfterMs: number | null;
}

/** Whether everything was issued without a finding, with five kills while the batch was running. */
export function isProved({ students, kills, endedAfterMs, ...check }: StormResult): boolean {
  return (
    endedAfterMs !== null &&
    kills.length === killsPerStorm &&
    kills.every((kill) => kill.rowsDone < students) &&
    check.rowsDone === students &&
    check.validCertificates === students &&
    check.filesFetched === students &&
    check.findings.length === 0
  );
}

export interface StormOptions {
  seed: number;
  students: number;
  /** How long the batch may take after the last kill, ms. */
  patienceMs?: number;
}

/** Settings of a stack for storms. */
export const stormSettings = {
  // The checker requests more files per minute than one client address may, so it sets the address in a header.
  TRUST_PROXY: '1',
};
/** Providers with which every backing service is a process of this stack. */
export const stormEnvironment = { SELLO_PROVIDERS: 'mongodb=embedded,redis=mirror,objects=embedded' };

const READY_MS = 180_000;
const FIRST_STRIKE_MS = 60_000;

/**
 * Requests a certificate for every student of a new organization, kills processes as the seed says while the batch runs,
 * waits for the end of the batch, and checks what was issued. Only the stack's supervision restarts processes.
 */
export async function holdStorm(
  stack: Stack,
  { seed, students, patienceMs = 300_000 }: StormOptions,
): Promise<{ result: StormResult; school: School }> {
  await untilReady(stack, READY_MS);
  const school = await openSchool(stack, { name: `Storm ${seed}`, students });
  const watch = new BatchWatch(stack, school.tenant);
  try {
    const asked = requestUntilAnswered(school, `storm-${seed}`, READY_MS);
    const [{ kills, firstAt }] = await Promise.all([strikeAll(stack, seed, students, watch), asked]);
    const endedAt = await watch.untilEnded(patienceMs);
    const endedAfterMs = endedAt === null ? null : endedAt - firstAt - kills.at(-1)!.atMs;
    await untilReady(stack, READY_MS);
    const check = await checkIssued({
      mongoUrl: stack.env.MONGO_URL!,
      app: stack.app,
      tenant: school.tenant,
      students,
    });
    return { result: { seed, students, kills, endedAfterMs, ...check }, school };
  } finally {
    await watch.close();
  }
}

/** Retries a request that failed, with the same `Idempotency-Key`, as a client does. */
async function requestUntilAnswered(school: School, key: string, patienceMs: number): Promise<string> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await requestCertificates(school, key);
    } catch (error) {
      const isFinal =
        error instanceof ApiProblem && error.status < 500 && error.code !== 'idempotency_in_progress';
      if (isFinal || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

async function strikeAll(
  stack: Stack,
  seed: number,
  students: number,
  watch: BatchWatch,
): Promise<{ kills: Kill[]; firstAt: number }> {
  const kills: Kill[] = [];
  const killed = new Set<number>();
  let firstAt = 0;
  for (const strike of planStorm(seed)) {
    await moment(strike, firstAt, students, watch);
    // The pids are read first, so that a pair is killed at the same moment. A process that was just killed may still be listed.
    const pids = new Map<Target, number>();
    for (const target of targets) {
      const pid = await pidOf(stack, target);
      if (pid !== null && !killed.has(pid)) pids.set(target, pid);
    }
    firstAt ||= Date.now();
    for (const target of strike.targets) {
      // A process that is down cannot be killed, so the next one of the list is.
      const struck = [target, ...targets].find((entry) => pids.has(entry) && killNow(pids.get(entry)!));
      if (struck === undefined) continue;
      killed.add(pids.get(struck)!);
      pids.delete(struck);
      kills.push({ target: struck, atMs: Date.now() - firstAt, rowsDone: watch.rowsDone });
    }
  }
  return { kills, firstAt };
}

async function moment(strike: Strike, firstAt: number, students: number, watch: BatchWatch): Promise<void> {
  const begun = Date.now();
  for (;;) {
    if (watch.isWritten && watch.rowsDone >= strike.atShare * students) return;
    if (firstAt > 0 && Date.now() - firstAt >= strike.atMostMs) return;
    if (Date.now() - begun > FIRST_STRIKE_MS) throw new Error('the batch did not start');
    await pause(10);
  }
}

/**
 * How often the rows are counted, ms: while processes are killed at a share of them, which changes by the chunk, and when only
 * the end is waited for. Each count is work of the database that the batch needs.
 */
const countEveryMs = { striking: 20, ending: 200 };

/** Polls the rows of an organization's batch over a separate connection. */
class BatchWatch {
  /** Whether the batch is in the database; its rows may not be yet. */
  isWritten = false;
  rowsDone = 0;
  #everyMs = countEveryMs.striking;
  #endedAt: number | null = null;
  #isClosed = false;
  readonly #client: MongoClient;
  readonly #looking: Promise<void>;

  constructor(stack: Stack, tenantId: string) {
    this.#client = new MongoClient(stack.env.MONGO_URL!, { serverSelectionTimeoutMS: 1_000 });
    this.#looking = this.#look(tenantId);
  }

  async #look(tenantId: string): Promise<void> {
    const db = this.#client.db();
    while (!this.#isClosed && this.#endedAt === null) {
      // While the database is down, the last values are kept.
      try {
        const batch = await db.collection('batches').findOne({ tenantId });
        if (batch !== null) {
          this.isWritten = true;
          const done = { batchId: String(batch._id), state: 'done' };
          this.rowsDone = await db.collection('batchItems').countDocuments(done);
          if (batch.state === 'done' || batch.state === 'cancelled') this.#endedAt = Date.now();
        }
      } catch {}
      await pause(this.#everyMs);
    }
  }

  /** When the batch ended, as seen by the polling; null when it did not end in time. */
  async untilEnded(patienceMs: number): Promise<number | null> {
    this.#everyMs = countEveryMs.ending;
    const deadline = Date.now() + patienceMs;
    while (this.#endedAt === null && Date.now() < deadline) await pause(20);
    return this.#endedAt;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#looking;
    await this.#client.close();
  }
}
