import {
  type ErrorCode,
  type ErrorDetails,
  errorMessage,
  factsOfError,
  isErrorCode,
  type RowError,
} from '@sello/contracts';

/**
 * The one error that crosses package borders. `code` comes from the closed list of contracts, the message is the
 * list's English text filled with `details`. Details are shown to people: no secrets, no personal data of others.
 * What went wrong underneath travels in `cause`, which is logged and never sent.
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

/** Tells whether an error is an AppError, and of that code when one is given. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && isErrorCode(error.code) && (code === undefined || error.code === code);
}

/**
 * Is this a row's own error, to be kept with it? Everything else (database, object store, timestamp authority, a bug) is
 * a fault: the job tries again. So is what an outage led to: an image that could not be fetched says nothing about it.
 */
export function isRowError(error: unknown): error is AppError {
  if (!isAppError(error) || factsOfError(error.code).atRow !== true) return false;
  return !(isAppError(error.cause) && factsOfError(error.cause.code).retryable === true);
}

/** What a row keeps of an error. Anything that is not an AppError becomes `internal`: its text may hold anything. */
export function toRowError(error: unknown): RowError {
  if (!isAppError(error)) return { code: 'internal', message: errorMessage('internal') };
  const { code, message, details } = error;
  return details === undefined ? { code, message } : { code, message, details };
}
