import type pg from 'pg';
import { type Database, type Query, runOn } from './database.ts';
import { CommandError, isLostConnection, toCommandError } from './errors.ts';

/** As MongoDB's default: a transaction that lasts longer is ended. */
export const TRANSACTION_LIFE_MS = 60_000;
const SESSION_LIFE_MS = 30 * 60_000;
/** How long a statement in a transaction waits for another's lock before it counts as a write conflict. */
const LOCK_TIMEOUT_MS = 100;
export const TRANSIENT = 'TransientTransactionError';
const UNKNOWN_COMMIT = 'UnknownTransactionCommitResult';
const CONFLICT_CODES = new Set([112, 251, 24, 6]);

interface Transaction {
  number: bigint;
  state: 'open' | 'committing' | 'committed' | 'aborted';
  client: pg.PoolClient | null;
  /** PostgreSQL's number of it, once a commit was sent: tells later whether the commit arrived. */
  xid: string | null;
  startedAt: number;
  usedAt: number;
}

/**
 * Multi-document transactions: one PostgreSQL connection each, by session. A failed statement ends its transaction at
 * once, as on MongoDB, and its connection goes back.
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
      await this.#end(session, before, 'aborted');
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
      xid: null,
      startedAt: now,
      usedAt: now,
    };
    this.#bySession.set(session, transaction);
    await this.#guarded(session, transaction, async () => {
      await runOn(
        client,
        `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
      );
    });
  }

  /** Runs a command's statements inside the session's open transaction. */
  async run<T>(session: string, number: bigint, work: (query: Query) => Promise<T>): Promise<T> {
    const transaction = this.#open(session, number);
    return await this.#guarded(session, transaction, async () => {
      transaction.usedAt = Date.now();
      return await work((sql, parameters) => runOn(transaction.client!, sql, parameters));
    });
  }

  #open(session: string, number: bigint): Transaction {
    const transaction = this.#bySession.get(session);
    if (transaction?.number === number) {
      if (transaction.state === 'open') return transaction;
      if (transaction.state === 'committed') {
        throw new CommandError('TransactionCommitted', `transaction ${number} has been committed`);
      }
    }
    throw new CommandError('NoSuchTransaction', `transaction ${number} has been ended or never began`, {
      labels: [TRANSIENT],
    });
  }

  async #guarded<T>(session: string, transaction: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#end(session, transaction, 'aborted', isLostConnection(error));
      const failure = toCommandError(error);
      if (CONFLICT_CODES.has(failure.code)) {
        throw new CommandError(failure.code, failure.message, { labels: [TRANSIENT], cause: error });
      }
      throw failure;
    }
  }

  async commit(session: string, number: bigint): Promise<void> {
    const known = this.#bySession.get(session);
    if (known?.number === number && known.state === 'committed') return;
    if (known?.number === number && known.state === 'committing')
      return await this.#learnOutcome(session, known);
    const transaction = this.#open(session, number);
    const client = transaction.client!;
    try {
      const [row] = await runOn(client, 'SELECT pg_current_xact_id_if_assigned()::text AS xid');
      transaction.xid = (row?.xid as string | null) ?? null;
      transaction.state = 'committing';
      await runOn(client, 'COMMIT');
    } catch (error) {
      if (isLostConnection(error) && transaction.state === 'committing') {
        this.#release(transaction, true);
        const message = 'the database engine went away during the commit';
        throw new CommandError('HostUnreachable', message, { labels: [UNKNOWN_COMMIT], cause: error });
      }
      await this.#end(session, transaction, 'aborted', isLostConnection(error));
      const failure = toCommandError(error);
      throw new CommandError(failure.code, failure.message, { labels: [TRANSIENT], cause: error });
    }
    await this.#end(session, transaction, 'committed');
  }

  /** After a commit whose answer was lost: PostgreSQL remembers by the transaction's number what became of it. */
  async #learnOutcome(session: string, transaction: Transaction): Promise<void> {
    // Without a number it wrote nothing, so there was nothing to lose.
    if (transaction.xid !== null) {
      const [row] = await this.#database.query('SELECT pg_xact_status($1::text::xid8) AS status', [
        transaction.xid,
      ]);
      if (row?.status !== 'committed') {
        transaction.state = 'aborted';
        throw new CommandError('NoSuchTransaction', `transaction ${transaction.number} was not committed`, {
          labels: [TRANSIENT],
        });
      }
    }
    transaction.state = 'committed';
    this.#ended(session);
  }

  async abort(session: string, number: bigint): Promise<void> {
    await this.#end(session, this.#open(session, number), 'aborted');
  }

  /** Ends whatever transaction a session still has open. */
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
    const wasOpen = transaction.state === 'open';
    transaction.state = state;
    let broken = lost;
    if (client && wasOpen && !lost) {
      // A rollback after a failed statement; if even that fails the connection is of no more use.
      if (state === 'aborted')
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

  /** Ends transactions that outlived their time and forgets sessions long unused. */
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
