import type { DeliveryState } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { DeliveryRecord } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { classifyAttempt, nextAttemptAt, verdictOfDelivery } from './verdict.ts';

const existing = (state: DeliveryState, response?: DeliveryRecord['response']) =>
  ({ state, ...(response && { response }) }) as DeliveryRecord;

describe('an attempt', () => {
  it('that is accepted is done', () => {
    expect(classifyAttempt({ kind: 'accepted', response: '250 ok' }, 1)).toEqual({
      delivery: 'accepted',
      verdict: { kind: 'done', delivery: 'accepted' },
    });
  });

  it('that is refused is final and keeps the response of the server', () => {
    expect(classifyAttempt({ kind: 'refused', code: 550, response: '550 No such user' }, 1)).toMatchObject({
      delivery: 'refused',
      verdict: {
        kind: 'failed',
        error: { code: 'email_refused', details: { response: '550 No such user', status: 550 } },
      },
    });
  });

  it('that fails temporarily is retried with backoff and jitter, and refused in the end', () => {
    const later = { kind: 'later', code: 451, response: '451 Try later' } as const;
    expect(classifyAttempt(later, 1)).toMatchObject({ delivery: 'queued', verdict: { kind: 'again' } });
    expect(classifyAttempt(later, 10)).toMatchObject({ verdict: { error: { code: 'email_refused' } } });
    expect(classifyAttempt({ ...later, code: undefined }, 10)).toMatchObject({
      verdict: { error: { code: 'unavailable' } },
    });
    for (const attempts of [1, 4, 9, 30]) {
      const wait = nextAttemptAt(attempts, 0).getTime();
      expect(wait).toBeGreaterThanOrEqual(15_000);
      expect(wait).toBeLessThanOrEqual(30 * 60_000);
    }
    expect(new Set(Array.from({ length: 20 }, () => nextAttemptAt(5, 0).getTime())).size).toBeGreaterThan(1);
  });

  it('of unknown outcome is never retried', () => {
    expect(classifyAttempt({ kind: 'unknown', response: 'closed' }, 1)).toMatchObject({
      delivery: 'unknown',
      verdict: { kind: 'failed', error: { code: 'email_unknown' } },
    });
  });

  it('with a damaged file fails; with an unavailable object store it is retried', () => {
    const damaged = { kind: 'broken', error: new AppError('object_missing') } as const;
    expect(classifyAttempt(damaged, 1)).toMatchObject({ verdict: { error: { code: 'object_missing' } } });
    const unavailable = { kind: 'broken', error: new AppError('unavailable') } as const;
    expect(classifyAttempt(unavailable, 1)).toMatchObject({ delivery: 'queued', verdict: { kind: 'again' } });
  });
});

describe('an existing delivery', () => {
  it('is sent only while it is queued', () => {
    expect(verdictOfDelivery(existing('queued'))).toBeNull();
    expect(verdictOfDelivery(existing('accepted'))).toMatchObject({ kind: 'done' });
    expect(verdictOfDelivery(existing('sending'))).toMatchObject({ error: { code: 'email_unknown' } });
    expect(verdictOfDelivery(existing('unknown'))).toMatchObject({ error: { code: 'email_unknown' } });
    expect(verdictOfDelivery(existing('refused', { code: 550, text: '550 no' }))).toMatchObject({
      error: { code: 'email_refused', details: { response: '550 no' } },
    });
  });
});
