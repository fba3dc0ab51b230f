import { createLogger } from '@sello/kit';
import { afterAll, expect, it } from 'vitest';
import { connectRedis } from '../redis.ts';
import { createRateLimits } from './rate-limit.ts';

// Nothing listens there: every count is made in memory.
const redis = connectRedis('redis://127.0.0.1:1', createLogger({ service: 'test', level: 'silent' }));
afterAll(() => redis.disconnect());

it('goes on counting by itself while Redis is away, each address and kind apart', async () => {
  const rates = createRateLimits(redis, 0.1);
  for (let n = 0; n < 3; n++) await rates.spend('file', '203.0.113.1');
  await expect(rates.spend('file', '203.0.113.1')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: expect.any(Number) },
  });
  await rates.spend('file', '203.0.113.2');
  await rates.spend('lookup', '203.0.113.1');
});
