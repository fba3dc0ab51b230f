import type { DeliveryState } from '@sello/contracts';
import { errorMessage, type RowError } from '@sello/contracts';
import { backoffMs, isAppError, times, toRowError } from '@sello/kit';
import type { DeliveryRecord } from '@sello/store';
import type { Outcome } from './transport.ts';

/** The result for a row after an attempt: it has ended, or it is retried at that time. */
export type Verdict =
  | { kind: 'done'; delivery: DeliveryState }
  | { kind: 'failed'; delivery: DeliveryState; error: RowError }
  | { kind: 'again'; at: Date };

/** Attempts of a row before a temporary failure counts as final: about two and a half hours with the backoff. */
const maxAttempts = 10;

/** The time of the next attempt: exponential backoff with jitter, so that the rows of a chunk are not retried together. */
export function nextAttemptAt(attempts: number, now = Date.now()): Date {
  return new Date(now + backoffMs(Math.max(1, attempts), times.mailAgain));
}

/** The result for a delivery that an earlier run left: a message that may have been sent is not sent again. */
export function verdictOfDelivery(delivery: DeliveryRecord): Verdict | null {
  const { state, response } = delivery;
  if (state === 'queued') return null;
  if (state === 'accepted') return { kind: 'done', delivery: 'accepted' };
  if (state === 'refused') return { kind: 'failed', delivery: 'refused', error: refusal(response) };
  return { kind: 'failed', delivery: 'unknown', error: unknown(response) };
}

/** The state of the delivery after an attempt, and the result for its row. */
export function classifyAttempt(
  outcome: Outcome,
  attempts: number,
): { delivery: Exclude<DeliveryState, 'sending'>; verdict: Verdict } {
  const response = responseOf(outcome);
  switch (outcome.kind) {
    case 'accepted':
      return { delivery: 'accepted', verdict: { kind: 'done', delivery: 'accepted' } };
    case 'refused':
      return failed('refused', refusal(response));
    case 'unknown':
      return failed('unknown', unknown(response));
    case 'broken':
      if (!isAppError(outcome.error, 'unavailable')) return failed('queued', toRowError(outcome.error));
      return attempts < maxAttempts ? again(attempts) : failed('queued', toRowError(outcome.error));
    case 'later': {
      if (attempts < maxAttempts) return again(attempts);
      const error: RowError =
        outcome.code === undefined
          ? {
              code: 'unavailable',
              message: errorMessage('unavailable'),
              details: { response: outcome.response },
            }
          : refusal(response);
      return failed('refused', error);
    }
  }
}

function again(attempts: number) {
  return { delivery: 'queued', verdict: { kind: 'again', at: nextAttemptAt(attempts) } } as const;
}

function failed(delivery: Exclude<DeliveryState, 'sending'>, error: RowError) {
  return { delivery, verdict: { kind: 'failed', delivery, error } } as const;
}

type ServerResponse = { code?: number | undefined; text: string } | undefined;

/** The server's answer, to be stored with the delivery. */
export function responseOf(outcome: Outcome): ServerResponse {
  if (!('response' in outcome)) return undefined;
  return { text: outcome.response, code: 'code' in outcome ? outcome.code : undefined };
}

/** Holds the server's own response, for the organization's staff. */
function refusal(response: ServerResponse): RowError {
  return { code: 'email_refused', message: errorMessage('email_refused'), ...detailsOf(response) };
}

function unknown(response: ServerResponse): RowError {
  return { code: 'email_unknown', message: errorMessage('email_unknown'), ...detailsOf(response) };
}

function detailsOf(response: ServerResponse): Pick<RowError, 'details'> {
  if (response === undefined) return {};
  return {
    details: { response: response.text, ...(response.code === undefined ? {} : { status: response.code }) },
  };
}
