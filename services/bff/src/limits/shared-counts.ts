import { times } from '@sello/kit';
import type { Redis } from '../redis.ts';
import { type Acquisition, type Admission, type Counts, LocalCounts, refillMs } from './counts.ts';

// The same algorithm as `LocalCounts`, atomic for all BFFs. KEYS: buckets, then slots. ARGV: the number of buckets, the
// lease, then of each bucket the time to refill what it gives, and all, ms, then the limit of each slot. Returns the index in
// KEYS of the exhausted bucket or slot (0 when admitted) and the wait time, ms.
const acquireScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local buckets, lease = tonumber(ARGV[1]), ARGV[2]
local full = {}
for i = 1, buckets do
  local refill, window = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  full[i] = math.max(tonumber(redis.call('GET', KEYS[i]) or '0'), now) + refill
  local wait = full[i] - now - window
  if wait > 0 then return { i, math.ceil(wait) } end
end
for i = buckets + 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[2 + buckets + i]) then return { i, ${times.slotRetryMs} } end
end
for i = 1, buckets do
  redis.call('SET', KEYS[i], string.format('%.3f', full[i]), 'PX', math.ceil(full[i] - now) + 1000)
end
for i = buckets + 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + ${times.slotLeaseMs}, lease)
  redis.call('PEXPIRE', KEYS[i], ${times.slotLeaseMs})
end
return { 0, 0 }
`;
const renewScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], 'XX', now + ${times.slotLeaseMs}, ARGV[1])
  redis.call('PEXPIRE', KEYS[i], ${times.slotLeaseMs})
end
`;
const releaseScript = `for i = 1, #KEYS do redis.call('ZREM', KEYS[i], ARGV[1]) end`;

type Command<Reply> = (keys: number, ...args: (string | number)[]) => Promise<Reply>;
interface Commands {
  selloAcquire: Command<[number, number]>;
  selloRenew: Command<null>;
  selloRelease: Command<null>;
}

/** Counts in Redis, shared by all BFFs; while Redis is unavailable or hangs, each process counts for itself. */
export function createSharedCounts(redis: Redis, prefix = 'limit:'): Counts {
  redis.defineCommand('selloAcquire', { lua: acquireScript });
  redis.defineCommand('selloRenew', { lua: renewScript });
  redis.defineCommand('selloRelease', { lua: releaseScript });
  const commands = redis as unknown as Commands;
  const local = new LocalCounts();
  const localLeases = new Set<string>();
  let localUntil = 0;

  const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => prefix + key);
  const failed = () => {
    localUntil = performance.now() + times.countsWithoutRedisMs;
  };

  async function acquireShared({ buckets, slots, lease }: Acquisition): Promise<Admission> {
    const all = [...buckets, ...slots];
    const [full, waitMs] = await commands.selloAcquire(
      all.length,
      ...keysOf(all),
      buckets.length,
      lease,
      ...buckets.flatMap((bucket) => [refillMs(bucket), bucket.windowMs]),
      ...slots.map(({ limit }) => limit),
    );
    return full === 0 ? { isAdmitted: true } : { isAdmitted: false, key: all[full - 1]!.key, waitMs };
  }

  return {
    async acquire(acquisition) {
      if (performance.now() >= localUntil) {
        try {
          return await acquireShared(acquisition);
        } catch {
          failed();
        }
      }
      const admission = await local.acquire(acquisition);
      if (admission.isAdmitted && acquisition.slots.length > 0) localLeases.add(acquisition.lease);
      return admission;
    },
    async renew(acquisition) {
      if (localLeases.has(acquisition.lease)) return local.renew(acquisition);
      await commands
        .selloRenew(acquisition.slots.length, ...keysOf(acquisition.slots), acquisition.lease)
        .catch(failed);
    },
    async release(acquisition) {
      if (acquisition.slots.length === 0) return;
      if (localLeases.delete(acquisition.lease)) return local.release(acquisition);
      // A slot that cannot be released expires.
      await commands
        .selloRelease(acquisition.slots.length, ...keysOf(acquisition.slots), acquisition.lease)
        .catch(failed);
    },
  };
}
