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
  /** Rows done when it was last possible to read them. */
  rowsDone: number;
}

export interface StormResult extends CheckResult {
  seed: number;
  students: number;
  kills: Kill[];
  /** From the last kill to the batch's end, ms; null when it did not end in time. */
  endedAfterMs: number | null;
}

/** Whether all that was asked for was issued, under five kills that each met a batch at work, and nothing is amiss. */
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

/** Settings for a stack that storms are held on. */
export const stormSettings = {
  // The checker asks for more files in a minute than one address may.
  TRUST_PROXY: '1',
};
/** Every part that is killed must be a process of this stack. */
export const stormEnvironment = { SELLO_PROVIDERS: 'mongodb=embedded,redis=mirror,objects=embedded' };

const READY_MS = 180_000;
const FIRST_STRIKE_MS = 60_000;

/**
 * Asks for a certificate for every student of a new organization, kills processes of the stack as the seed says while
 * the batch is at work, waits for the batch's end, and checks what was issued. Nobody but the stack's own supervision
 * brings anything back.
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

/** A client repeats a request that was not answered, under the same key. */
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
    // Looked up before, so that two fall at one moment; what was struck just before may still be listed.
    const pids = new Map<Target, number>();
    for (const target of targets) {
      const pid = await pidOf(stack, target);
      if (pid !== null && !killed.has(pid)) pids.set(target, pid);
    }
    firstAt ||= Date.now();
    for (const target of strike.targets) {
      // One that is down just now cannot be killed: the next in line is.
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
    if (Date.now() - begun > FIRST_STRIKE_MS) throw new Error('the batch did not begin');
    await pause(2);
  }
}

/** Looks at the rows of an organization's batch again and again, by a connection of its own. */
class BatchWatch {
  /** The batch is in the database, its rows perhaps not yet. */
  isWritten = false;
  rowsDone = 0;
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
      // While the database is down what was last seen stands.
      try {
        const batch = await db.collection('batches').findOne({ tenantId });
        if (batch !== null) {
          this.isWritten = true;
          const done = { batchId: String(batch._id), state: 'done' };
          this.rowsDone = await db.collection('batchItems').countDocuments(done);
          if (batch.state === 'done' || batch.state === 'cancelled') this.#endedAt = Date.now();
        }
      } catch {}
      await pause(5);
    }
  }

  /** The moment at which the batch was seen to have ended; null when it did not in time. */
  async untilEnded(patienceMs: number): Promise<number | null> {
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
