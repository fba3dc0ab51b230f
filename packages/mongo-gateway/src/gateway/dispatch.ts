import { setTimeout as pause } from 'node:timers/promises';
import { Body } from './body.ts';
import { reads } from './commands/reads.ts';
import { service } from './commands/service.ts';
import { structure } from './commands/structure.ts';
import { writes } from './commands/writes.ts';
import { type Context, type Handler, type Reply, readSession, retryIdOf, type Services } from './context.ts';
import {
  CommandError,
  crashedTwice,
  endedWithoutNotice,
  forLog,
  isLostConnection,
  notSupported,
  toCommandError,
} from './errors.ts';
import { refuseUnsupported } from './refusals.ts';
import { TRANSIENT } from './transactions.ts';
import type { Request } from './wire.ts';

const COMMANDS: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ ...reads, ...writes, ...structure, ...service } satisfies Record<string, Handler>),
);

/** Commands of MongoDB that the gateway does not support: refused as such instead of as unknown. */
const REFUSED = new Set(
  `explain mapReduce saslStart saslContinue authenticate createUser updateUser dropUser usersInfo createRole currentOp
   killOp fsync shutdown replSetGetStatus replSetInitiate shardCollection enableSharding top profile getLog hostInfo
   setParameter getParameter setFeatureCompatibilityVersion convertToCapped cloneCollectionAsCapped reIndex compact
   createSearchIndexes listSearchIndexes dropSearchIndex updateSearchIndex autoCompact bulkWrite`
    .trim()
    .split(/\s+/),
);

/** Commands that may create their collection, which is then created before the transaction begins. */
const CREATING = new Set(['insert', 'update', 'findAndModify', 'findandmodify']);
const ENDING = new Set(['commitTransaction', 'abortTransaction']);
/** The only commands allowed in a legacy OP_QUERY. */
const HANDSHAKE = new Set(['hello', 'isMaster', 'ismaster']);

const RETRYABLE_CODES = new Set([6, 91, 262]);

/** Delay before the error after an engine crash is returned, ms: an immediate retry would fail as well. */
const CRASH_PAUSE_MS = 100;

/** Runs one command and returns its reply; errors become replies too. */
export async function dispatch(
  services: Services,
  request: Request,
  connectionId: number,
  log: (line: string) => void,
): Promise<Reply> {
  let context: Context | null = null;
  try {
    const body = new Body(request.body);
    const { command } = body;
    const handler = COMMANDS.get(command);
    if (request.legacy && !HANDSHAKE.has(command)) throw notSupported(`${command} in the old query form`);
    if (REFUSED.has(command)) throw notSupported(`the command ${command}`);
    if (!handler) throw new CommandError('CommandNotFound', `no such command: '${command}'`);
    const db = request.database ?? body.text('$db');
    if (!db) throw new CommandError(40571, 'OP_MSG requests require a $db argument');
    if (/[/\\. "$\0]/.test(db) || db.length > 63) {
      throw new CommandError('InvalidNamespace', `Invalid database name: '${db}'`);
    }
    const session = readSession(body);
    context = {
      ...services,
      command,
      db,
      body,
      sequences: request.sequences,
      session,
      connectionId,
      emptyTimestamp: request.emptyTimestamp,
    };
    refuseUnsupported(context);
    await delaySuspect(context);
    if (session?.inTransaction && !ENDING.has(command)) await beginIfFirst(context);
    const reply = await run(handler, context);
    const isDone = !session?.inTransaction || command === 'commitTransaction';
    if (isDone) context.crashes.forget(retryKeyOf(context) ?? '');
    return reply;
  } catch (error) {
    const failure = context ? failureOf(context, error) : toCommandError(error);
    if (isEngineCrash(error)) await pause(CRASH_PAUSE_MS);
    if (failure.code === 1) log(`a command failed: ${forLog(error)}`);
    const retryable = context && (retryIdOf(context) !== null || ENDING.has(context.command));
    if (retryable && RETRYABLE_CODES.has(failure.code)) failure.labels.push('RetryableWriteError');
    return failure.toReply();
  }
}

function run(handler: Handler, context: Context): Promise<Reply> | Reply {
  if (retryIdOf(context) === null) return handler(context);
  return context.database.repeatAfterCrashOfAnother(async () => handler(context));
}

/** Transactions wrap the error of their failure. */
function isEngineCrash(error: unknown): boolean {
  return isLostConnection(error) || isLostConnection((error as Error).cause ?? {});
}

/** The key of a client's retries: the id of a retryable write, or the session of a transaction. */
function retryKeyOf(context: Context): string | null {
  return context.session?.inTransaction ? context.session.id : retryIdOf(context);
}

/** Delays a retry of a statement that may have crashed the engine; refuses a write that did so twice. */
async function delaySuspect(context: Context): Promise<void> {
  const crashes = context.crashes.of(retryKeyOf(context) ?? '');
  if (crashes === 0) return;
  const { inTransaction } = context.session!;
  if (crashes > 1 && !inTransaction) throw crashedTwice(undefined);
  if (!inTransaction || context.body.get('startTransaction') === true) await context.database.yieldToOthers();
}

/**
 * The error in MongoDB's form, without the labels that make a driver retry a statement that crashed the engine twice.
 */
function failureOf(context: Context, error: unknown): CommandError {
  const failure = toCommandError(error);
  const key = retryKeyOf(context);
  if (key === null) return failure;
  const isSuspect = endedWithoutNotice(error);
  if (isSuspect) context.crashes.note(key);
  if (context.crashes.of(key) < 2) return failure;
  // Retrying a commit only reads its outcome; beginning the transaction again repeats it.
  if (!ENDING.has(context.command)) return isSuspect ? crashedTwice(error) : failure;
  const labels = failure.labels.filter((label) => label !== TRANSIENT);
  return new CommandError(failure.code, failure.message, { labels, extra: failure.extra, cause: error });
}

async function beginIfFirst(context: Context): Promise<void> {
  const { session, command, body } = context;
  if (CREATING.has(command)) {
    const collection = body.text(command);
    if (collection) await context.ddl.ensureCollection(context.db, collection);
  }
  if (body.get('startTransaction') === true)
    await context.transactions.start(session!.id, session!.txnNumber!);
}
