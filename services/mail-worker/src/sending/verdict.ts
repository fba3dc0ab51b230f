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
export function judgeTry(
  outcome: Outcome,
  attempts: number,
): { delivery: Exclude<DeliveryState, 'sending'>; verdict: Verdict } {
  const words = wordsOf(outcome);
  switch (outcome.kind) {
    case 'accepted':
      return { delivery: 'accepted', verdict: { kind: 'done', delivery: 'accepted' } };
    case 'refused':
      return failed('refused', refusal(words));
    case 'unknown':
      return failed('unknown', unknown(words));
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
          : refusal(words);
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

type Words = { code?: number | undefined; text: string } | undefined;

/** What the server said, to be kept with the delivery. */
export function wordsOf(outcome: Outcome): Words {
  if (!('response' in outcome)) return undefined;
  return { text: outcome.response, code: 'code' in outcome ? outcome.code : undefined };
}

/** With the server's own words, for the staff. */
function refusal(words: Words): RowError {
  return { code: 'email_refused', message: errorMessage('email_refused'), ...detailsOf(words) };
}

function unknown(words: Words): RowError {
  return { code: 'email_unknown', message: errorMessage('email_unknown'), ...detailsOf(words) };
}

function detailsOf(words: Words): Pick<RowError, 'details'> {
  if (words === undefined) return {};
  return { details: { response: words.text, ...(words.code === undefined ? {} : { status: words.code }) } };
}
