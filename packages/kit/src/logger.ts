import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { scrub, scrubText } from './scrub.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level?: string;
  /** Standard output when left out. */
  destination?: DestinationStream;
}

/** Ids that every line of one call or one job carries. */
export interface LogIds {
  requestId?: string;
  batchId?: string;
  jobId?: string;
  tenantId?: string;
}

const ids = new AsyncLocalStorage<LogIds>();

/** Runs a call or a job so that every log line beneath carries its ids. Nested calls add to the outer ids. */
export function withLogIds<Result>(more: LogIds, run: () => Result): Result {
  return ids.run({ ...ids.getStore(), ...more }, run);
}

/** JSON lines with a time in ISO 8601. Secrets and personal data are removed by key and by pattern, at any depth. */
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
      // `scrub` serializes errors itself; pino's own serializer would add back what it removed.
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

// An error given alone would lend its raw text to the line's message.
function scrubArguments([first, ...rest]: LogArguments): LogArguments {
  const texts = rest.map((arg: unknown) => (typeof arg === 'string' ? scrubText(arg) : arg));
  if (first instanceof Error) {
    return [{ err: first }, ...(texts.length === 0 ? [scrubText(first.message)] : texts)] as LogArguments;
  }
  return [typeof first === 'string' ? scrubText(first) : first, ...texts] as LogArguments;
}

// Children write their bindings before any formatter of ours; they inherit this `child` from their parent.
function scrubChildren(log: Logger): Logger {
  const child = log.child;
  log.child = function scrubbedChild(this: Logger, bindings: object, options?: object) {
    return child.call(this, scrub(bindings) as object, options);
  } as typeof log.child;
  return log;
}
