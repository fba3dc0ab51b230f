import { budgets, callLimits, organizationFactors, serviceLimits } from '@sello/contracts';
import { times } from '@sello/kit';
import { expect, it } from 'vitest';
import { endpoints } from '../api/index.ts';
import { type AdmittedCall, createCallLimiter } from './call-limiter.ts';
import { LocalCounts } from './counts.ts';

const limited = (limitedTo: string) => ({
  code: 'rate_limited',
  details: { limited: limitedTo, retryAfter: expect.any(Number) },
});
const importing = { resource: 'students', key: 'import' };
const listing = { resource: 'students', key: 'list' };
const ana = { userId: 'ana', tenantId: 'school' };

function build(factor = 1) {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createCallLimiter(new LocalCounts(() => clock.now), factor) };
}

it('has limits for each call that a single call never exceeds', () => {
  for (const { resource, key } of endpoints) {
    const row = (
      callLimits as Record<string, Record<string, { cost: number; burst: number; concurrency: number }>>
    )[resource]?.[key];
    expect([resource, key, row]).toEqual([resource, key, expect.anything()]);
    expect(row!.cost).toBeLessThan(budgets.person);
    expect(Math.min(row!.burst, row!.concurrency, row!.cost)).toBeGreaterThan(0);
  }
});

it('refuses a person beyond the burst, with a retry time after which calls are admitted again', async () => {
  const { limiter, clock } = build();
  const { burst } = callLimits.students.import;
  for (let n = 0; n < burst; n++) (await limiter.admit(importing, ana)).release();
  await expect(limiter.admit(importing, ana)).rejects.toMatchObject(limited('person'));
  // Other people and other calls of the same person are not affected.
  (await limiter.admit(importing, { ...ana, userId: 'bruno' })).release();
  (await limiter.admit(listing, ana)).release();
  clock.now += serviceLimits.callWindowMs / burst;
  (await limiter.admit(importing, ana)).release();
  await expect(limiter.admit(importing, ana)).rejects.toMatchObject(limited('person'));
  clock.now += serviceLimits.callWindowMs;
  for (let n = 0; n < burst; n++) (await limiter.admit(importing, ana)).release();
});

it('caches refusals per person and call', async () => {
  const { limiter } = build();
  await limiter.checkRecentRefusal(importing, 'ana');
  for (let n = 0; n < callLimits.students.import.burst; n++) (await limiter.admit(importing, ana)).release();
  await expect(limiter.admit(importing, ana)).rejects.toMatchObject(limited('person'));
  await expect(limiter.checkRecentRefusal(importing, 'ana')).rejects.toMatchObject(limited('person'));
  await limiter.checkRecentRefusal(importing, 'bruno');
  await limiter.checkRecentRefusal(listing, 'ana');
});

it('counts all calls of a person against one budget', async () => {
  const { limiter } = build();
  const calls = [listing, { resource: 'templates', key: 'list' }, { resource: 'batches', key: 'get' }];
  let spent = 0;
  const spendAll = async () => {
    for (;;) {
      for (const call of calls) {
        (await limiter.admit(call, { userId: 'ana', tenantId: undefined })).release();
        spent++;
      }
    }
  };
  await expect(spendAll()).rejects.toMatchObject(limited('person'));
  expect(spent).toBeGreaterThan(1_000);
});

it('counts the calls of an organization’s people together', async () => {
  const { limiter } = build();
  const { concurrency } = callLimits.students.import;
  for (let n = 0; n < concurrency * organizationFactors.concurrency; n++) {
    await limiter.admit(importing, { userId: `person ${n >> 1}`, tenantId: 'school' });
  }
  await expect(limiter.admit(importing, { userId: 'last', tenantId: 'school' })).rejects.toMatchObject(
    limited('organization'),
  );
  (await limiter.admit(importing, { userId: 'last', tenantId: 'other' })).release();
});

it('holds a slot until the call ends, or until its lease expires', async () => {
  const { limiter, clock } = build();
  const admitted: AdmittedCall[] = [];
  for (let n = 0; n < callLimits.students.import.concurrency; n++) {
    admitted.push(await limiter.admit(importing, ana));
  }
  await expect(limiter.admit(importing, ana)).rejects.toMatchObject(limited('person'));
  admitted[0]!.release();
  admitted[0]!.release();
  await limiter.admit(importing, ana);
  await expect(limiter.admit(importing, ana)).rejects.toMatchObject(limited('person'));
  clock.now += times.slotLeaseMs + 1;
  await limiter.admit(importing, ana);
});

it('counts public calls by network', async () => {
  const { limiter } = build();
  const looking = { resource: 'verify', key: 'lookup' };
  for (let n = 0; n < callLimits.verify.lookup.burst; n++) {
    (await limiter.admit(looking, { address: `2001:db8::${n}` })).release();
  }
  await expect(limiter.admit(looking, { address: '2001:db8::ffff' })).rejects.toMatchObject(
    limited('address'),
  );
  (await limiter.admit(looking, { address: '2001:db8:0:1::1' })).release();
});

it('makes a person’s second whole list wait for the first', async () => {
  const { limiter } = build();
  const first = await limiter.admit(listing, ana);
  await first.admitWholeList();
  const second = await limiter.admit({ resource: 'templates', key: 'list' }, ana);
  let isThrough = false;
  const waiting = second.admitWholeList().then(() => {
    isThrough = true;
  });
  await (await limiter.admit(listing, { ...ana, userId: 'bruno' })).admitWholeList();
  expect(isThrough).toBe(false);
  first.release();
  await waiting;
});

it('multiplies the limits by the operator’s factor', async () => {
  const { limiter } = build(3);
  for (let n = 0; n < 2 * callLimits.students.import.burst; n++)
    (await limiter.admit(importing, ana)).release();
});
