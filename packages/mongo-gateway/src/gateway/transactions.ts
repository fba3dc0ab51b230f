import type pg from 'pg';
import { type Database, type Query, runOn } from './database.ts';
import { CommandError, isLostConnection, stateOf, toCommandError } from './errors.ts';
import { hasCommitted, noteCommit, resolveOutcome } from './outcomes.ts';

/** MongoDB's default (transactionLifetimeLimitSeconds): a transaction that runs longer is aborted. */
const TRANSACTION_LIFE_MS = 60_000;
const SESSION_LIFE_MS = 30 * 60_000;
/** How long a statement in a transaction waits for a lock before it counts as a write conflict. */
const LOCK_TIMEOUT_MS = 100;
export const TRANSIENT = 'TransientTransactionError';
const UNKNOWN_COMMIT = 'UnknownTransactionCommitResult';
const CONFLICT_CODES = new Set([112, 251, 24, 6]);

interface Transaction {
  number: bigint;
  state: 'open' | 'committing' | 'committed' | 'aborted';
  client: pg.PoolClient | null;
  /** Whether it changed anything; known when it commits. */
  wrote: boolean;
  /** The running or finished commit. */
  commit: Promise<void> | null;
  startedAt: number;
  usedAt: number;
}

function noSuch(number: bigint): CommandError {
  const message = `transaction ${number} has been ended or never began`;
  return new CommandError('NoSuchTransaction', message, { labels: [TRANSIENT] });
}

function hasBeenCommitted(number: bigint): CommandError {
  return new CommandError('TransactionCommitted', `transaction ${number} has been committed`);
}

/**
 * DocumentDB neither sees a collection that was created after the transaction's first read nor can it create it again.
 */
function isUnseenCollection(error: unknown): boolean {
  return stateOf(error) === 'M0000' && /^Unable to create the specified coll/.test((error as Error).message);
}

/** Adds a label to an error of `work`, which tells the driver what to retry. */
async function labelled<T>(label: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = toCommandError(error);
    throw new CommandError(code, message, { labels: [label], cause: error });
  }
}

/**
 * Multi-document transactions: one PostgreSQL connection each, by session. As in MongoDB, a failed statement aborts its
 * transaction at once, and the connection is returned to the pool.
 */
export class Transactions {
  readonly #database: Database;
  readonly #bySession = new Map<string, Transaction>();
  /** Called when a transaction ends, with its session. */
  readonly #ended: (session: string) => void;

  constructor(database: Database, ended: (session: string) => void) {
    this.#database = database;
    this.#ended = ended;
  }

  async start(session: string, number: bigint): Promise<void> {
    const before = this.#bySession.get(session);
    if (before) {
      if (number < before.number) {
        throw new CommandError(
          'TransactionTooOld',
          `transaction ${number} is older than ${before.number}, which began`,
        );
      }
      if (number === before.number) {
        throw new CommandError('ConflictingOperationInProgress', `transaction ${number} has begun already`);
      }
      await before.commit?.catch(() => {});
      if (before.state === 'open') await this.#end(session, before, 'aborted');
    }
    let client: pg.PoolClient;
    try {
      client = await this.#database.transactionClient();
    } catch (error) {
      const failure = toCommandError(error);
      throw new CommandError('LockTimeout', failure.message, { labels: [TRANSIENT], cause: error });
    }
    const now = Date.now();
    const transaction: Transaction = {
      number,
      state: 'open',
      client,
      wrote: true,
      commit: null,
      startedAt: now,
      usedAt: now,
    };
    this.#bySession.set(session, transaction);
    await this.#abortOnError(session, transaction, async () => {
      await runOn(
        client,
        `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
      );
    });
  }

  /** Runs a command's statements inside the session's open transaction. */
  async run<T>(session: string, number: bigint, work: (query: Query) => Promise<T>): Promise<T> {
    const transaction = this.#find(session, number);
    if (transaction?.state === 'open') {
      return await this.#abortOnError(session, transaction, async () => {
        transaction.usedAt = Date.now();
        return await work((sql, parameters) => runOn(transaction.client!, sql, parameters));
      });
    }
    const committed = transaction
      ? await this.#outcome(session, number, transaction, TRANSIENT)
      : await labelled(TRANSIENT, hasCommitted(this.#database, session, number));
    throw committed ? hasBeenCommitted(number) : noSuch(number);
  }

  #find(session: string, number: bigint): Transaction | null {
    const transaction = this.#bySession.get(session);
    return transaction?.number === number ? transaction : null;
  }

  async #abortOnError<T>(session: string, transaction: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#end(session, transaction, 'aborted', isLostConnection(error));
      const failure = isUnseenCollection(error)
        ? new CommandError('WriteConflict', 'the collection is younger than what this transaction sees')
        : toCommandError(error);
      if (CONFLICT_CODES.has(failure.code)) {
        throw new CommandError(failure.code, failure.message, { labels: [TRANSIENT], cause: error });
      }
      throw failure;
    }
  }

  /**
   * Commits exactly once: a retry, while the first call still runs or after its response was lost with the engine or
   * with an earlier gateway, returns the outcome of the first.
   */
  async commit(session: string, number: bigint): Promise<void> {
    const transaction = this.#find(session, number);
    if (transaction?.state === 'open') {
      transaction.state = 'committing';
      transaction.commit = this.#commit(session, transaction);
      await transaction.commit;
      return;
    }
    if (!(await this.#outcome(session, number, transaction, UNKNOWN_COMMIT))) throw noSuch(number);
  }

  async #commit(session: string, transaction: Transaction): Promise<void> {
    const { number } = transaction;
    const client = transaction.client!;
    let isSent = false;
    try {
      transaction.wrote = await noteCommit((sql, values) => runOn(client, sql, values), session, number);
      isSent = true;
      await runOn(client, 'COMMIT');
    } catch (error) {
      if (isSent && isLostConnection(error)) {
        this.#release(transaction, true);
        const message = 'the database engine went away during the commit';
        throw new CommandError('HostUnreachable', message, { labels: [UNKNOWN_COMMIT], cause: error });
      }
      await this.#end(session, transaction, 'aborted', isLostConnection(error));
      // The number belongs to a transaction that ended before this gateway started.
      if (!isSent && stateOf(error) === '23505') {
        throw new CommandError('NoSuchTransaction', `transaction ${number} has been ended`, { cause: error });
      }
      const failure = toCommandError(error);
      throw new CommandError(failure.code, failure.message, { labels: [TRANSIENT], cause: error });
    }
    await this.#end(session, transaction, 'committed');
  }

  async abort(session: string, number: bigint): Promise<void> {
    const transaction = this.#find(session, number);
    if (transaction?.state === 'open') return await this.#end(session, transaction, 'aborted');
    const committed = await this.#outcome(session, number, transaction, TRANSIENT);
    throw committed ? hasBeenCommitted(number) : noSuch(number);
  }

  /**
   * Whether a transaction that is not open has committed; waits while it is being committed.
   * @param label label of the error when the engine cannot be reached
   */
  async #outcome(
    session: string,
    number: bigint,
    transaction: Transaction | null,
    label: string,
  ): Promise<boolean> {
    await transaction?.commit?.catch(() => {});
    if (!transaction) return await labelled(label, resolveOutcome(this.#database, session, number));
    if (transaction.state === 'committing') {
      // A transaction that changed nothing counts as committed.
      const committed =
        !transaction.wrote || (await labelled(label, resolveOutcome(this.#database, session, number)));
      transaction.state = committed ? 'committed' : 'aborted';
      this.#ended(session);
    }
    return transaction.state === 'committed';
  }

  /** Aborts the open transaction of a session, if any. */
  async endSession(session: string): Promise<void> {
    const transaction = this.#bySession.get(session);
    if (!transaction) return;
    if (transaction.state === 'open') await this.#end(session, transaction, 'aborted');
    this.#bySession.delete(session);
  }

  async #end(
    session: string,
    transaction: Transaction,
    state: 'committed' | 'aborted',
    lost = false,
  ): Promise<void> {
    const { client } = transaction;
    transaction.state = state;
    let broken = lost;
    if (client && state === 'aborted' && !lost) {
      // If even the rollback after a failed statement fails, the connection is discarded.
      broken = await runOn(client, 'ROLLBACK').then(
        () => false,
        () => true,
      );
    }
    this.#release(transaction, broken);
    this.#ended(session);
  }

  #release(transaction: Transaction, broken: boolean): void {
    transaction.client?.release(broken);
    transaction.client = null;
  }

  /** Aborts transactions that exceeded their lifetime and removes sessions that were not used for long. */
  async sweep(now: number): Promise<void> {
    for (const [session, transaction] of this.#bySession) {
      if (transaction.state === 'open' && now - transaction.startedAt > TRANSACTION_LIFE_MS) {
        await this.#end(session, transaction, 'aborted', true);
      } else if (transaction.state !== 'open' && now - transaction.usedAt > SESSION_LIFE_MS) {
        this.#bySession.delete(session);
      }
    }
  }

  async close(): Promise<void> {
    for (const [session, transaction] of this.#bySession) {
      if (transaction.state === 'open') await this.#end(session, transaction, 'aborted', true);
    }
  }
}
