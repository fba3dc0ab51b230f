import { createLogger } from '@sello/kit';
import { afterAll, expect, it } from 'vitest';
import { connectRedis } from '../redis.ts';
import { createRateLimits } from './rate-limit.ts';

// Nothing listens there, so that counts are kept in memory.
const redis = connectRedis('redis://127.0.0.1:1', createLogger({ service: 'test', level: 'silent' }));
afterAll(() => redis.disconnect());

it('counts in memory while Redis is unavailable, separately by address and kind', async () => {
  const rates = createRateLimits(redis, 3 / 240);
  for (let n = 0; n < 3; n++) await rates.spend('sign', '203.0.113.1');
  await expect(rates.spend('sign', '203.0.113.1')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: expect.any(Number) },
  });
  await rates.spend('sign', '203.0.113.2');
  await rates.spend('download', '203.0.113.1');
});

it('counts the addresses of one IPv6 network together, and a mapped IPv4 address as itself', async () => {
  const rates = createRateLimits(redis, 3 / 240);
  for (let n = 0; n < 3; n++) await rates.spend('sign', `2001:db8:1:2::${n}`);
  await expect(rates.spend('sign', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' });
  await rates.spend('sign', '2001:db8:1:3::1');
  for (let n = 0; n < 3; n++) await rates.spend('sign', '::ffff:203.0.113.9');
  await expect(rates.spend('sign', '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
});
