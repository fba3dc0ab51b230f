import {
  type ErrorCode,
  type ErrorDetails,
  errorMessage,
  factsOfError,
  isErrorCode,
  type RowError,
} from '@sello/contracts';

/**
 * The only error that packages throw to each other. `code` comes from the closed list in contracts, and the message is
 * its English text filled with `details`. Users see the details: no secrets, no personal data of others. The underlying
 * error is in `cause`, which is logged and never sent.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(
      errorMessage(code, options.details),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }
}

/** Whether an error is an AppError, and has the code when one is given. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && isErrorCode(error.code) && (code === undefined || error.code === code);
}

/**
 * Whether this is an error of the row itself, which is stored with the row. Everything else (database, object store,
 * timestamp authority, a bug) is a fault, after which the job is retried. An error caused by an outage is a fault too,
 * such as an image that could not be fetched.
 */
export function isRowError(error: unknown): error is AppError {
  if (!isAppError(error) || factsOfError(error.code).atRow !== true) return false;
  return !(isAppError(error.cause) && factsOfError(error.cause.code).retryable === true);
}

/**
 * The error as it is stored with a row. Anything that is not an AppError becomes `internal`, because its text may hold
 * anything.
 */
export function toRowError(error: unknown): RowError {
  if (!isAppError(error)) return { code: 'internal', message: errorMessage('internal') };
  const { code, message, details } = error;
  return details === undefined ? { code, message } : { code, message, details };
}
