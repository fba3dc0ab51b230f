import { AppError, isAppError } from '@sello/kit';
import { mongo } from 'mongoose';

const connectionLost = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'PoolClosedError',
  'MongoWaitQueueTimeoutError',
  'WaitQueueTimeoutError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
]);

/** HostUnreachable, HostNotFound, NetworkTimeout, ShutdownInProgress, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary, Interrupted… */
const serverGoingAway = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** What a repository throws instead of a driver's error: `unavailable` when the database cannot be reached. */
export function translateError(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error)) return error;
  const code = error instanceof mongo.MongoError ? error.code : undefined;
  if (connectionLost.has(error.name) || (typeof code === 'number' && serverGoingAway.has(code))) {
    return new AppError('unavailable', { cause: error });
  }
  return error;
}

/** A unique key was there already; in a bulk, at least one. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000;
}

/** Positions of the statements that an unordered bulk could not do for a duplicate key; throws for any other reason. */
export function duplicatePositions(error: unknown): number[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (failures.some((failure) => failure.code !== 11000)) throw error;
  return failures.map((failure) => failure.index);
}

/** WriteConflict: another write is at the same record just now; trying again is all there is to do. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 112;
}
