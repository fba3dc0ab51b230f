import type { Redis } from '../redis.ts';
import {
  type Admission,
  type Counts,
  type Entry,
  LocalCounts,
  leaseMs,
  placeWaitMs,
  windowMs,
} from './counts.ts';

// The same arithmetic as `LocalCounts`, in one step for all BFFs. KEYS: buckets, then places. ARGV: how many buckets,
// the lease, then cost and size of each bucket, then how many may hold each place. Answers the place in KEYS of what
// was full (0 when in) and the wait, ms.
const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local buckets, lease = tonumber(ARGV[1]), ARGV[2]
local full = {}
for i = 1, buckets do
  local cost, size = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  full[i] = math.max(tonumber(redis.call('GET', KEYS[i]) or '0'), now) + cost * ${windowMs} / size
  local wait = full[i] - now - ${windowMs}
  if wait > 0 then return { i, math.ceil(wait) } end
end
for i = buckets + 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[2 + buckets + i]) then return { i, ${placeWaitMs} } end
end
for i = 1, buckets do
  redis.call('SET', KEYS[i], string.format('%.3f', full[i]), 'PX', math.ceil(full[i] - now) + 1000)
end
for i = buckets + 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + ${leaseMs}, lease)
  redis.call('PEXPIRE', KEYS[i], ${leaseMs})
end
return { 0, 0 }
`;
const renewScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], 'XX', now + ${leaseMs}, ARGV[1])
  redis.call('PEXPIRE', KEYS[i], ${leaseMs})
end
`;
const leaveScript = `for i = 1, #KEYS do redis.call('ZREM', KEYS[i], ARGV[1]) end`;

type Command<Reply> = (keys: number, ...args: (string | number)[]) => Promise<Reply>;
interface Commands {
  selloEnter: Command<[number, number]>;
  selloRenew: Command<null>;
  selloLeave: Command<null>;
}

/** After a failure Redis is not asked for this long, ms, so that calls do not wait for it each time. */
const aloneMs = 5_000;

/** Counts in Redis, shared by all BFFs; while Redis is away or hangs each process counts for itself. */
export function createSharedCounts(redis: Redis, prefix = 'limit:'): Counts {
  redis.defineCommand('selloEnter', { lua: enterScript });
  redis.defineCommand('selloRenew', { lua: renewScript });
  redis.defineCommand('selloLeave', { lua: leaveScript });
  const commands = redis as unknown as Commands;
  const local = new LocalCounts();
  const locally = new Set<string>();
  let aloneUntil = 0;

  const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => prefix + key);
  const failed = () => {
    aloneUntil = performance.now() + aloneMs;
  };

  async function enterShared({ buckets, places, lease }: Entry): Promise<Admission> {
    const all = [...buckets, ...places];
    const [full, waitMs] = await commands.selloEnter(
      all.length,
      ...keysOf(all),
      buckets.length,
      lease,
      ...buckets.flatMap(({ cost, size }) => [cost, size]),
      ...places.map(({ most }) => most),
    );
    return full === 0 ? { isIn: true } : { isIn: false, key: all[full - 1]!.key, waitMs };
  }

  return {
    async enter(entry) {
      if (performance.now() >= aloneUntil) {
        try {
          return await enterShared(entry);
        } catch {
          failed();
        }
      }
      const admission = await local.enter(entry);
      if (admission.isIn && entry.places.length > 0) locally.add(entry.lease);
      return admission;
    },
    async renew(entry) {
      if (locally.has(entry.lease)) return local.renew(entry);
      await commands.selloRenew(entry.places.length, ...keysOf(entry.places), entry.lease).catch(failed);
    },
    async leave(entry) {
      if (entry.places.length === 0) return;
      if (locally.delete(entry.lease)) return local.leave(entry);
      // A place that cannot be released expires by itself.
      await commands.selloLeave(entry.places.length, ...keysOf(entry.places), entry.lease).catch(failed);
    },
  };
}
