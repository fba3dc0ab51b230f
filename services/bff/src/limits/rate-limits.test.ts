import { expect, it } from 'vitest';
import { LocalCounts } from './counts.ts';
import { createRateLimits } from './rate-limits.ts';

const limited = (seconds: number) => ({ code: 'rate_limited', details: { retryAfter: seconds } });

function build(factor = 3 / 240) {
  const clock = { now: 1_000_000 };
  return { clock, rates: createRateLimits(new LocalCounts(() => clock.now), factor) };
}

it('counts separately by address and kind, and says when the next one is admitted', async () => {
  const { rates, clock } = build();
  for (let n = 0; n < 3; n++) await rates.spend('sign', '203.0.113.1');
  await expect(rates.spend('sign', '203.0.113.1')).rejects.toMatchObject(limited(20));
  await rates.spend('sign', '203.0.113.2');
  await rates.spend('download', '203.0.113.1');
  clock.now += 20_000;
  await rates.spend('sign', '203.0.113.1');
  await expect(rates.spend('sign', '203.0.113.1')).rejects.toMatchObject(limited(20));
});

it('counts the addresses of one IPv6 network together, and a mapped IPv4 address as itself', async () => {
  const { rates } = build();
  for (let n = 0; n < 3; n++) await rates.spend('sign', `2001:db8:1:2::${n}`);
  await expect(rates.spend('sign', '2001:db8:1:2:ffff::1')).rejects.toMatchObject(limited(20));
  await rates.spend('sign', '2001:db8:1:3::1');
  for (let n = 0; n < 3; n++) await rates.spend('sign', '::ffff:203.0.113.9');
  await expect(rates.spend('sign', '203.0.113.9')).rejects.toMatchObject(limited(20));
});

it('takes nothing for what it refuses, and refuses for ever what is more than all', async () => {
  const { rates, clock } = build(1);
  await rates.spend('invite', 'school', 110);
  await expect(rates.spend('invite', 'school', 91)).rejects.toMatchObject(limited(18));
  await rates.spend('invite', 'school', 90);
  clock.now += 24 * 60 * 60_000;
  await expect(rates.spend('invite', 'school', 201)).rejects.toMatchObject({ code: 'rate_limited' });
});

it('multiplies no letters to one address, and counts a connection as new once a day, whatever operators allow', async () => {
  const { rates } = build(10);
  for (let n = 0; n < 3; n++) await rates.spend('reportTo', 'a key');
  await expect(rates.spend('reportTo', 'a key')).rejects.toMatchObject({ code: 'rate_limited' });
  await rates.spend('reportWriter', 'a key');
  await expect(rates.spend('reportWriter', 'a key')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('keeps a bounded number of counts, whatever many addresses ask', async () => {
  const { rates } = build();
  for (let n = 0; n < 60_000; n++) await rates.spend('report', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  // Those that asked last are still counted, and those that asked first begin anew.
  const last = '10.0.234.95';
  await expect(rates.spend('report', last)).rejects.toMatchObject({ code: 'rate_limited' });
  await rates.spend('report', '10.0.0.0');
});
