import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  CommandError,
  crashedTwice,
  endedWithoutNotice,
  isLostConnection,
  noteEndWithoutNotice,
  stateOf,
} from './errors.ts';
import { LargeResults } from './large-results.ts';
import { Slots } from './slots.ts';

/** A statement parameter: text, numbers as text, raw BSON, or null. */
export type Parameter = string | number | Uint8Array | null;
export type Row = Record<string, unknown>;
/** Runs one statement on a connection. Each text is prepared once per connection. */
export type Query = (sql: string, parameters?: Parameter[]) => Promise<Row[]>;

/** How long a command waits for PostgreSQL to restart or for a free connection, ms. */
const CONNECT_TIMEOUT_MS = 20_000;
const MAIN_CONNECTIONS = 32;
const TRANSACTION_CONNECTIONS = 24;
/**
 * Conflicts between commands are resolved as in MongoDB: the loser is retried. It gives up only after both this number of
 * attempts and this time, since on a busy machine either alone is reached before the other writers have had their turn.
 */
const MAX_CONFLICT_ATTEMPTS = 30;
const MAX_CONFLICT_MS = 60_000;
/** How long a statement that may have crashed the engine yields to others before it is retried, ms. */
const YIELD_MS = 500;
/** How often a statement is retried after another statement crashed the engine. */
const MAX_CRASH_RETRIES = 4;
/** Delay before a retry after a crash, ms: long enough for every dead connection to be noticed. */
const CRASH_PAUSE_MS = 100;
/**
 * SQLSTATE crash_shutdown: PostgreSQL sends it to every other client before it ends them because one of its processes
 * crashed.
 */
const CRASH_OF_ANOTHER = '57P02';
const CONFLICTS = new Set(['40001', '40P01', '55P03', 'M00F1']);

/** When a statement is retried besides after a lost conflict, which changes nothing. */
export interface RetryOptions {
  /**
   * What it writes to: of all that lost a conflict there, one at a time is retried. Unique keys are exclusion constraints:
   * writers of one key wait for each other, and each that comes anew makes those wait again that are nearly through, so
   * that ten that retry whenever they like have taken more than a minute over one key.
   */
  target?: string;
  /** Other errors after which a retry may succeed. */
  when?: (error: unknown) => boolean;
  /**
   * Whether to retry after the engine crashed during it (only once when it may be the cause); for statements that
   * change nothing.
   */
  afterCrash?: boolean;
}

function isConflict(error: unknown): boolean {
  return error instanceof CommandError ? error.code === 112 : CONFLICTS.has(stateOf(error) ?? '');
}

const statementNames = new Map<string, string>();

function nameOf(sql: string): string {
  let name = statementNames.get(sql);
  if (!name) {
    name = `s${statementNames.size}`;
    statementNames.set(sql, name);
  }
  return name;
}

const warned = new WeakSet<pg.ClientBase>();

export async function runOn(
  client: pg.ClientBase,
  sql: string,
  parameters: Parameter[] = [],
): Promise<Row[]> {
  const values = parameters.map((p) => (p instanceof Uint8Array && !Buffer.isBuffer(p) ? Buffer.from(p) : p));
  // Without parameters the text may be several statements, which cannot be prepared.
  const query = values.length === 0 ? sql : { name: nameOf(sql), text: sql, values };
  try {
    return (await client.query(query as pg.QueryConfig)).rows as Row[];
  } catch (error) {
    const isReported = error instanceof pg.DatabaseError || warned.has(client);
    if (!isReported && isLostConnection(error) && !isUnsent(error)) noteEndWithoutNotice(error as Error);
    throw error;
  }
}

/**
 * Whether the statement did not reach the engine, because the connection was closed: the client library refuses to send it,
 * or it is refused by the socket (EPIPE), which leaves unread a notice that has come meanwhile.
 */
function isUnsent(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || /not queryable|Client was closed/i.test(message);
}

/**
 * The connections to PostgreSQL: one pool for commands, and one for transactions, which hold a connection for long.
 * Both are bounded; requests wait in order for a free connection, and all wait while PostgreSQL restarts.
 */
export class Database {
  readonly #main: pg.Pool;
  readonly #transactions: pg.Pool;
  readonly largeResults = new LargeResults();
  /** Of each target with retries under way, whose turn it is, and how many there are. */
  readonly #turns = new Map<string, { slot: Slots; count: number }>();
  #closing = false;

  constructor(socketFolder: string, port: number, log: (line: string) => void) {
    const common = {
      host: socketFolder,
      port,
      user: 'postgres',
      database: 'postgres',
      idleTimeoutMillis: 30_000,
    };
    this.#main = new pg.Pool({
      ...common,
      max: MAIN_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.#transactions = new pg.Pool({
      ...common,
      max: TRANSACTION_CONNECTIONS,
      connectionTimeoutMillis: 5_000,
    });
    for (const pool of [this.#main, this.#transactions]) {
      // An idle connection that breaks is replaced on the next use; without a listener the error would end the process.
      pool.on('error', (error) => log(`an idle database connection ended: ${error.message}`));
      pool.on('connect', (client) => {
        client.on('error', () => {});
        this.largeResults.watch(client);
        client.on('notice', (notice) => {
          if (notice.code === CRASH_OF_ANOTHER) warned.add(client);
        });
      });
    }
  }

  /**
   * A connection for one transaction; the caller releases it. @throws CommandError ExceededTimeLimit when none becomes
   * free in time
   */
  async transactionClient(): Promise<pg.PoolClient> {
    return await this.#connect(this.#transactions);
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const deadline = Date.now() + CONNECT_TIMEOUT_MS;
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (/timeout exceeded/i.test((error as Error).message)) {
          throw new CommandError(
            'ExceededTimeLimit',
            'the database is too busy: no connection became free in time',
          );
        }
        if (!isLostConnection(error) || this.#closing) throw error;
        if (Date.now() > deadline) {
          throw new CommandError('HostUnreachable', 'the database engine cannot be reached', {
            cause: error,
          });
        }
        await pause(50);
      }
    }
  }

  /** Runs statements on one connection of the main pool. */
  async use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#connect(this.#main);
    let broken: Error | boolean = false;
    try {
      return await work((sql, parameters) => runOn(client, sql, parameters));
    } catch (error) {
      if (isLostConnection(error)) broken = true;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Runs one statement; retried after a lost conflict. */
  async query(sql: string, parameters?: Parameter[], retryOptions?: RetryOptions): Promise<Row[]> {
    return await this.retry(() => this.use((query) => query(sql, parameters)), retryOptions);
  }

  /** Runs `work` in one PostgreSQL transaction, without retry. */
  async once<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return await this.use(async (query) => {
      await query('BEGIN');
      try {
        const result = await work(query);
        await query('COMMIT');
        return result;
      } catch (error) {
        if (!isLostConnection(error)) await query('ROLLBACK');
        throw error;
      }
    });
  }

  /** Runs `work` in one PostgreSQL transaction; retried after a lost conflict. */
  async atomically<T>(work: (query: Query) => Promise<T>, retryOptions?: RetryOptions): Promise<T> {
    return await this.retry(() => this.once(work), retryOptions);
  }

  async retry<T>(work: () => Promise<T>, { target, when, afterCrash }: RetryOptions = {}): Promise<T> {
    const crashes: unknown[] = [];
    const startedAt = performance.now();
    let isContested = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await (isContested && target ? this.#inTurn(target, work) : work());
      } catch (error) {
        if (isLostConnection(error)) {
          crashes.push(error);
          if (!afterCrash) throw error;
          // A statement that got a crash notice each time was not the cause: several statements may crash the engine
          // one after the other.
          const maxRetries = crashes.some(endedWithoutNotice) ? 1 : MAX_CRASH_RETRIES;
          if (crashes.length > maxRetries)
            throw crashes.every(endedWithoutNotice) ? crashedTwice(error) : error;
          await pause(CRASH_PAUSE_MS);
          if (endedWithoutNotice(error)) await this.yieldToOthers();
          continue;
        }
        const isOver = attempt >= MAX_CONFLICT_ATTEMPTS && performance.now() - startedAt >= MAX_CONFLICT_MS;
        if (!(isConflict(error) || when?.(error)) || isOver) throw error;
        isContested ||= isConflict(error);
        await pause(Math.random() * Math.min(300, 4 * 2 ** attempt));
      }
    }
  }

  async #inTurn<T>(target: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(target) ?? { slot: new Slots(1), count: 0 };
    this.#turns.set(target, turn);
    turn.count++;
    await turn.slot.enter();
    try {
      return await work();
    } finally {
      turn.slot.leave();
      if (--turn.count === 0) this.#turns.delete(target);
    }
  }

  /**
   * Repeats work that has an effect only once, such as a retryable write, when it was interrupted because another
   * statement crashed the engine: a driver repeats it only once, and one statement may crash the engine twice.
   */
  async repeatAfterCrashOfAnother<T>(work: () => Promise<T>): Promise<T> {
    for (let crashes = 0; ; crashes++) {
      try {
        return await work();
      } catch (error) {
        const isOfAnother = isLostConnection(error) && !endedWithoutNotice(error);
        if (!isOfAnother || this.#closing || crashes === MAX_CRASH_RETRIES) throw error;
        await pause(CRASH_PAUSE_MS);
      }
    }
  }

  /** Waits until the engine has restarted and the other interrupted statements have had time to be retried. */
  async yieldToOthers(): Promise<void> {
    await this.use((query) => query('SELECT 1')).catch(() => {});
    await pause(YIELD_MS);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled([this.#main.end(), this.#transactions.end()]);
  }
}

/**
 * Decodes BSON as PostgreSQL prints it (`BSONHEX…`); null stays null. The text form is used because `pg` corrupts the
 * binary one.
 */
export function bsonOf(value: unknown): Buffer | null {
  if (typeof value !== 'string') return null;
  return Buffer.from(value.startsWith('BSONHEX') ? value.slice(7) : value, 'hex');
}
