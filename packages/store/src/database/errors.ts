import { AppError, isAppError } from '@sello/kit';
import { mongo } from 'mongoose';

const connectionLost = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'PoolClosedError',
  'MongoWaitQueueTimeoutError',
  'WaitQueueTimeoutError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
  // The driver retried on a server whose type it has not discovered yet.
  'MongoUnexpectedServerResponseError',
]);

/** HostUnreachable, HostNotFound, NetworkTimeout, ShutdownInProgress, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary, Interrupted… */
const serverGoingAway = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const duplicateKey = 11000;
/** WriteConflict: another write holds the same document; the write must be retried. */
const writeConflict = 112;

/** Applied by this node, but acknowledged by fewer nodes than the write concern asks for. */
const unacknowledgedInTime = 64;
const unsatisfiableWriteConcern = 100;
const notAcknowledged = new Set([unacknowledgedInTime, unsatisfiableWriteConcern]);

/**
 * All failures in an error of the driver. A bulk write error lists its failed statements, but when the bulk was aborted
 * it lists none: then `errorResponse` holds the error that aborted it, and the outcome of every statement is unknown.
 * Both can occur together, and with a write concern error.
 */
function failuresOf(error: unknown): { name?: string; code?: unknown }[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) return [error as { name?: string; code?: unknown }];
  const statements = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  const aborted: unknown = error.errorResponse;
  const unacknowledged = error.result?.getWriteConcernError();
  const failures = [
    ...statements,
    ...(aborted instanceof Error ? [aborted] : []),
    ...(unacknowledged ? [{ code: unacknowledgedInTime }] : []),
  ];
  return failures.length > 0 ? failures : [{ code: error.code }];
}

function isTransient({ name, code }: { name?: string; code?: unknown }): boolean {
  if (name !== undefined && connectionLost.has(name)) return true;
  return (
    typeof code === 'number' &&
    (serverGoingAway.has(code) || notAcknowledged.has(code) || code === writeConflict)
  );
}

/**
 * Translates an error of the driver: `unavailable` when the database cannot be reached or did not acknowledge any part
 * of a bulk; the outcome of the write is then unknown. Other errors are returned unchanged.
 */
export function translateError(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error;
  const isRetryable = error instanceof mongo.MongoError && error.hasErrorLabel('RetryableWriteError');
  if (isRetryable || failuresOf(error).some(isTransient))
    return new AppError('unavailable', { cause: error });
  return error;
}

/** A duplicate key and no other error; in a bulk, for every statement that failed. */
export function isDuplicateKey(error: unknown): boolean {
  return (
    error instanceof mongo.MongoServerError &&
    failuresOf(error).every((failure) => failure.code === duplicateKey)
  );
}

/**
 * Positions of the rows that an unordered bulk insert of `sent` rows skipped because of a duplicate key. Throws unless
 * every failure is a duplicate, and inserted and skipped rows add up to the rows sent.
 */
export function duplicatePositions(error: unknown, sent: number): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw translateError(error);
  const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  const positions = new Set(failures.map((failure) => failure.index));
  requireAll(sent, error.insertedCount + positions.size, error);
  return positions;
}

/**
 * Throws `unavailable` when fewer (or more) statements were acknowledged than were sent: the outcome of the rest is
 * unknown.
 */
export function requireAll(sent: number, acknowledged: number, cause?: unknown): void {
  if (acknowledged === sent) return;
  throw new AppError('unavailable', {
    cause: new Error(`${acknowledged} of ${sent} statements were acknowledged`, { cause }),
  });
}

/**
 * For a `catch`: returns the `unavailable` of a write whose response was lost, so that the caller can read whether it
 * was applied; throws any other error.
 */
export function unavailableOrThrow(error: unknown): AppError {
  const translated = translateError(error);
  if (isAppError(translated, 'unavailable')) return translated;
  throw translated;
}

/** A write conflict and no other error. */
export function isWriteConflict(error: unknown): boolean {
  return (
    error instanceof mongo.MongoServerError &&
    failuresOf(error).every((failure) => failure.code === writeConflict)
  );
}
