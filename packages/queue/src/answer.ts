import {
  type AskedJobName,
  factsOfError,
  type JobName,
  type JobResult,
  jobs,
  type RowError,
} from '@sello/contracts';
import { AppError, isAppError, toRowError } from '@sello/kit';

/** How a job ended on which a caller waits, as it stands in Redis. */
export type Answer = { result: unknown } | { error: RowError };

/**
 * Runs a job. For one with a result, an error that the caller can do something about is its answer; everything else is a
 * fault, which is thrown.
 */
export async function answerOf(name: JobName, run: () => Promise<unknown>): Promise<Answer | undefined> {
  if (jobs[name].result === undefined) {
    await run();
    return undefined;
  }
  try {
    return { result: await run() };
  } catch (error) {
    if (!isOfCaller(error)) throw error;
    return { error: toRowError(error) };
  }
}

/** Throws the error of the answer, and a ZodError when the result does not match the contract. */
export function readAnswer<Name extends AskedJobName>(name: Name, answer: Answer): JobResult<Name> {
  if ('result' in answer) return jobs[name].result!.parse(answer.result) as JobResult<Name>;
  const { code, details } = answer.error;
  throw new AppError(code, { ...(details && { details }) });
}

/** As for rows: what an outage caused is a fault, even if the error is one of the design. */
function isOfCaller(error: unknown): boolean {
  if (!isAppError(error) || factsOfError(error.code).status >= 500) return false;
  return !(isAppError(error.cause) && factsOfError(error.cause.code).retryable === true);
}
