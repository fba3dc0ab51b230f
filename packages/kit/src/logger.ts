import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { scrub, scrubText } from './scrub.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level?: string;
  /** Default: standard output. */
  destination?: DestinationStream;
}

/** Ids that every log line of a call or a job has. */
export interface LogIds {
  requestId?: string;
  batchId?: string;
  jobId?: string;
  tenantId?: string;
}

const ids = new AsyncLocalStorage<LogIds>();

/** Runs a call or a job; every log line written meanwhile has its ids. Nested calls add to the outer ids. */
export function withLogIds<Result>(more: LogIds, run: () => Result): Result {
  return ids.run({ ...ids.getStore(), ...more }, run);
}

/** A pino logger: JSON lines with an ISO 8601 time. Secrets and personal data are hidden by key and by pattern (`scrub`). */
export function createLogger({ service, level = 'info', destination }: LoggerOptions): Logger {
  const log = pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => scrub(fields) as Record<string, unknown>,
      },
      // `scrub` serializes errors; pino's serializer would add back what `scrub` removed.
      serializers: { err: (error: unknown) => error },
      mixin: () => ({ ...ids.getStore() }),
      hooks: {
        logMethod(args, method) {
          method.apply(this, scrubArguments(args as LogArguments) as typeof args);
        },
      },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
  return scrubChildren(log);
}

type LogArguments = Parameters<LogFn>;

// pino takes the message of an error that is the only argument as the line's message, so it is scrubbed here.
function scrubArguments([first, ...rest]: LogArguments): LogArguments {
  const texts = rest.map((arg: unknown) => (typeof arg === 'string' ? scrubText(arg) : arg));
  if (first instanceof Error) {
    return [{ err: first }, ...(texts.length === 0 ? [scrubText(first.message)] : texts)] as LogArguments;
  }
  return [typeof first === 'string' ? scrubText(first) : first, ...texts] as LogArguments;
}

// pino serializes a child's bindings without calling the formatters, so they are scrubbed here. Children of children
// inherit this `child`.
function scrubChildren(log: Logger): Logger {
  const child = log.child;
  log.child = function scrubbedChild(this: Logger, bindings: object, options?: object) {
    return child.call(this, scrub(bindings) as object, options);
  } as typeof log.child;
  return log;
}
