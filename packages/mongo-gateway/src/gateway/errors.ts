import pg from 'pg';
import { codeOf, codeOfState, nameOf } from './error-table.ts';

/** A command's failure in MongoDB's terms: what goes to the client as `ok: 0`. */
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

/** The clear refusal of what MongoDB has and this gateway has not. */
export function notSupported(what: string): CommandError {
  return new CommandError('CommandNotSupported', `${what} is not supported by this database`);
}

/** States with which PostgreSQL says that it goes, comes, or went away in the middle. */
const GOING_OR_COMING = new Set(['57P01', '57P02', '57P03', '53300', '08006', '08003', '08000']);

/** Whether an error means that PostgreSQL cannot be reached now, rather than that it refused something. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return GOING_OR_COMING.has(error.code ?? '');
  const code = (error as NodeJS.ErrnoException).code;
  if (code && ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ENOTCONN'].includes(code)) return true;
  return /Connection terminated|connection is closed|not queryable|Client was closed/i.test(
    (error as Error).message ?? '',
  );
}

const endsWithoutNotice = new WeakSet<object>();

/** Notes that PostgreSQL ended a connection under a statement without a word: that statement may be what killed it. */
export function noteEndWithoutNotice(error: object): void {
  endsWithoutNotice.add(error);
}

/** Whether that is what an error, or a cause of it, comes from. */
export function endedWithoutNotice(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (endsWithoutNotice.has(each)) return true;
  return false;
}

/** For what killed the engine and, done once more, killed it again. Of no code that makes a driver repeat it. */
export function crashedTwice(error: unknown): CommandError {
  const message = 'the database engine died under this statement twice; it is not done again';
  return new CommandError('InternalError', message, { cause: error });
}

export function stateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** What the log may say of a failure: where it arose, without the values it arose from. */
export function forLog(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `${error.code} in ${error.routine ?? 'an unknown place'}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Any failure in MongoDB's terms. Text of faults that are not the client's stays in `cause`, for the log. */
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
