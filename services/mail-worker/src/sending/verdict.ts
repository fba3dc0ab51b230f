import type { DeliveryState } from '@sello/contracts';
import { errorMessage, type RowError } from '@sello/contracts';
import { backoffMs, isAppError, toRowError } from '@sello/kit';
import type { DeliveryRecord } from '@sello/store';
import type { Outcome } from './transport.ts';

/** What becomes of a row after a try: it has ended, or it is tried again at that moment. */
export type Verdict =
  | { kind: 'done'; delivery: DeliveryState }
  | { kind: 'failed'; delivery: DeliveryState; error: RowError }
  | { kind: 'again'; at: Date };

/** Tries of a row before "not now" is taken for "no": about two and a half hours with the waits between. */
const mostAttempts = 10;
const waits = { firstMs: 30_000, maxMs: 30 * 60_000 };

/** When a row is tried again after so many tries; jittered, so that a chunk does not knock in step. */
export function nextTry(attempts: number, now = Date.now()): Date {
  return new Date(now + backoffMs(Math.max(1, attempts), waits));
}

/** What a delivery that an earlier run left behind means: nothing that may have been handed over is sent again. */
export function verdictOfDelivery(delivery: DeliveryRecord): Verdict | null {
  const { state, response } = delivery;
  if (state === 'queued') return null;
  if (state === 'accepted') return { kind: 'done', delivery: 'accepted' };
  if (state === 'refused') return { kind: 'failed', delivery: 'refused', error: refusal(response) };
  return { kind: 'failed', delivery: 'unknown', error: unknown(response) };
}

/** The state of the delivery after a try, and what becomes of its row. */
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
      return attempts < mostAttempts ? again(attempts) : failed('queued', toRowError(outcome.error));
    case 'later': {
      if (attempts < mostAttempts) return again(attempts);
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
  return { delivery: 'queued', verdict: { kind: 'again', at: nextTry(attempts) } } as const;
}

function failed(delivery: Exclude<DeliveryState, 'sending'>, error: RowError) {
  return { delivery, verdict: { kind: 'failed', delivery, error } } as const;
}

type ServerResponse = { code?: number | undefined; text: string } | undefined;

/** What the server said, to be kept with the delivery. */
export function responseOf(outcome: Outcome): ServerResponse {
  if (!('response' in outcome)) return undefined;
  return { text: outcome.response, code: 'code' in outcome ? outcome.code : undefined };
}

/** With the server's own response, for the staff. */
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
