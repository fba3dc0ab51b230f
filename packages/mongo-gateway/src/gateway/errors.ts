import pg from 'pg';
import { codeOf, codeOfState, nameOf } from './error-table.ts';

/** A command's error in MongoDB's form: returned to the client with `ok: 0`. */
export class CommandError extends Error {
  readonly code: number;
  readonly labels: string[];
  readonly extra: Record<string, unknown>;

  constructor(
    code: number | string,
    message: string,
    more: { labels?: string[]; extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = typeof code === 'string' ? codeOf(code) : code;
    this.labels = more.labels ?? [];
    this.extra = more.extra ?? {};
  }

  get codeName(): string {
    return nameOf(this.code);
  }

  toReply(): Record<string, unknown> {
    const labels = this.labels.length > 0 ? { errorLabels: this.labels } : {};
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      ...this.extra,
      ...labels,
    };
  }
}

/** The error for a MongoDB feature that this gateway does not support. */
export function notSupported(what: string): CommandError {
  return new CommandError('CommandNotSupported', `${what} is not supported by this database`);
}

/** SQLSTATEs of a PostgreSQL that is shutting down, is starting, has no free connection or closed this one. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '08006', '08003', '08000']);

/** Whether an error means that PostgreSQL cannot be reached, rather than that it refused the statement. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.has(error.code ?? '');
  const code = (error as NodeJS.ErrnoException).code;
  if (code && ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ENOTCONN'].includes(code)) return true;
  return /Connection terminated|connection is closed|not queryable|Client was closed/i.test(
    (error as Error).message ?? '',
  );
}

const endsWithoutNotice = new WeakSet<object>();

/**
 * Records that PostgreSQL closed a connection during a statement without a notice: that statement may be the cause of a
 * crash.
 */
export function noteEndWithoutNotice(error: object): void {
  endsWithoutNotice.add(error);
}

/** Whether an error, or one of its causes, was recorded as such. */
export function endedWithoutNotice(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (endsWithoutNotice.has(each)) return true;
  return false;
}

/** The error of a statement whose retry crashed the engine again; its code does not make a driver retry. */
export function crashedTwice(error: unknown): CommandError {
  const message = 'the database engine crashed twice during this statement; it is not retried';
  return new CommandError('InternalError', message, { cause: error });
}

export function stateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** The text of an error for the log: where it occurred, without values. */
export function forLog(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `${error.code} in ${error.routine ?? 'an unknown place'}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Converts any error to MongoDB's form. The text of internal errors stays in `cause`, for the log. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (isLostConnection(error)) {
    const message = 'the database engine went away during the command';
    return new CommandError('HostUnreachable', message, { cause: error });
  }
  const state = stateOf(error);
  if (state) {
    const code = codeOfState(state);
    const conflict = 'Write conflict with another operation; the operation may be tried again';
    return new CommandError(code, code === 112 ? conflict : (error as Error).message, { cause: error });
  }
  return new CommandError('InternalError', 'the database gateway failed', { cause: error });
}
