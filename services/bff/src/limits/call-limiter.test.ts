import { budgets, callLimits, organizationShare } from '@sello/contracts';
import { expect, it } from 'vitest';
import { endpoints } from '../api/index.ts';
import { createCallLimiter, type Visit } from './call-limiter.ts';
import { LocalCounts, leaseMs, windowMs } from './counts.ts';

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

it('has a row for each call, which a single call never exceeds', () => {
  for (const { resource, key } of endpoints) {
    const row = (
      callLimits as Record<string, Record<string, { cost: number; burst: number; concurrency: number }>>
    )[resource]?.[key];
    expect([resource, key, row]).toEqual([resource, key, expect.anything()]);
    expect(row!.cost).toBeLessThan(budgets.person);
    expect(Math.min(row!.burst, row!.concurrency, row!.cost)).toBeGreaterThan(0);
  }
});

it('refuses a person who calls without end, says when to come again, and keeps to it', async () => {
  const { limiter, clock } = build();
  const { burst } = callLimits.students.import;
  for (let n = 0; n < burst; n++) (await limiter.enter(importing, ana)).leave();
  await expect(limiter.enter(importing, ana)).rejects.toMatchObject(limited('person'));
  // Other people, other calls and other organizations of the same person go on.
  (await limiter.enter(importing, { ...ana, userId: 'bruno' })).leave();
  (await limiter.enter(listing, ana)).leave();
  clock.now += windowMs / burst;
  (await limiter.enter(importing, ana)).leave();
  await expect(limiter.enter(importing, ana)).rejects.toMatchObject(limited('person'));
  clock.now += windowMs;
  for (let n = 0; n < burst; n++) (await limiter.enter(importing, ana)).leave();
});

it('remembers whom it has just refused what, so that the next refusal costs nothing', async () => {
  const { limiter } = build();
  await limiter.recall(importing, 'ana');
  for (let n = 0; n < callLimits.students.import.burst; n++) (await limiter.enter(importing, ana)).leave();
  await expect(limiter.enter(importing, ana)).rejects.toMatchObject(limited('person'));
  await expect(limiter.recall(importing, 'ana')).rejects.toMatchObject(limited('person'));
  await limiter.recall(importing, 'bruno');
  await limiter.recall(listing, 'ana');
});

it('counts all that a person calls against one budget', async () => {
  const { limiter } = build();
  const calls = [listing, { resource: 'templates', key: 'list' }, { resource: 'batches', key: 'get' }];
  let spent = 0;
  const spendAll = async () => {
    for (;;) {
      for (const call of calls) {
        (await limiter.enter(call, { userId: 'ana', tenantId: undefined })).leave();
        spent++;
      }
    }
  };
  await expect(spendAll()).rejects.toMatchObject(limited('person'));
  expect(spent).toBeGreaterThan(1_000);
});

it('counts an organization’s people together', async () => {
  const { limiter } = build();
  const { concurrency } = callLimits.students.import;
  for (let n = 0; n < concurrency * organizationShare.concurrency; n++) {
    await limiter.enter(importing, { userId: `person ${n >> 1}`, tenantId: 'school' });
  }
  await expect(limiter.enter(importing, { userId: 'last', tenantId: 'school' })).rejects.toMatchObject(
    limited('organization'),
  );
  (await limiter.enter(importing, { userId: 'last', tenantId: 'other' })).leave();
});

it('holds a place until the call is over, or until the process that held it is long dead', async () => {
  const { limiter, clock } = build();
  const visits: Visit[] = [];
  for (let n = 0; n < callLimits.students.import.concurrency; n++) {
    visits.push(await limiter.enter(importing, ana));
  }
  await expect(limiter.enter(importing, ana)).rejects.toMatchObject(limited('person'));
  visits[0]!.leave();
  visits[0]!.leave();
  await limiter.enter(importing, ana);
  await expect(limiter.enter(importing, ana)).rejects.toMatchObject(limited('person'));
  clock.now += leaseMs + 1;
  await limiter.enter(importing, ana);
});

it('counts public calls by network', async () => {
  const { limiter } = build();
  const looking = { resource: 'verify', key: 'lookup' };
  for (let n = 0; n < callLimits.verify.lookup.burst; n++) {
    (await limiter.enter(looking, { address: `2001:db8::${n}` })).leave();
  }
  await expect(limiter.enter(looking, { address: '2001:db8::ffff' })).rejects.toMatchObject(
    limited('address'),
  );
  (await limiter.enter(looking, { address: '2001:db8:0:1::1' })).leave();
});

it('lets a person’s second whole list wait for the first', async () => {
  const { limiter } = build();
  const first = await limiter.enter(listing, ana);
  await first.whole();
  const second = await limiter.enter({ resource: 'templates', key: 'list' }, ana);
  let isThrough = false;
  const waiting = second.whole().then(() => {
    isThrough = true;
  });
  await (await limiter.enter(listing, { ...ana, userId: 'bruno' })).whole();
  expect(isThrough).toBe(false);
  first.leave();
  await waiting;
});

it('can be raised by the operator', async () => {
  const { limiter } = build(3);
  for (let n = 0; n < 2 * callLimits.students.import.burst; n++)
    (await limiter.enter(importing, ana)).leave();
});
