import type { JobData, JobName } from '@sello/contracts';
import type { Queue as BullQueue } from 'bullmq';
import type { Redis } from 'ioredis';
import { keyPrefix } from './connection.ts';

// Start-time fair queuing: Goyal, Vin and Cheng, "Start-time Fair Queuing" (1996), with jobs of equal cost.

/** The highest tag. Two bands of priorities fit below the highest that BullMQ takes, 2^21. */
export const highestTag = 2 ** 20 - 1;
/** Added to the tags of jobs in the background. */
const backgroundBand = 2 ** 20;

// BullMQ scores a waiting job with its priority and a counter, which orders jobs of one priority, and keeps the priority
// in the job's hash for when it is retried. KEYS: the tags, then BullMQ's sets of jobs that wait, are delayed, run and have
// failed. ARGV: prefix of the keys of jobs, prefix of those of deduplications, the flow, what the band adds, the highest
// tag, then the ids. Returns for each id its priority and whether a failed job has this id.
const assignScript = `
local tags, waiting, delayed, active, failed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local jobs, deduplications, flow = ARGV[1], ARGV[2], ARGV[3]
local band, highest = tonumber(ARGV[4]), tonumber(ARGV[5])
local unit = 4294967296
local from, to = string.format('%.0f', (band + 1) * unit), string.format('(%.0f', (band + highest + 1) * unit)

local function tagOf(score) return math.floor(tonumber(score) / unit) - band end

local function move(id, score, tag)
  redis.call('ZADD', waiting, string.format('%.0f', tonumber(score) + (tag - tagOf(score)) * unit), id)
  redis.call('HSET', jobs .. id, 'priority', band + tag)
end

local function renumber(by)
  local some = redis.call('ZRANGEBYSCORE', waiting, from, to, 'WITHSCORES')
  for i = 1, #some, 2 do move(some[i], some[i + 1], math.max(1, tagOf(some[i + 1]) - by)) end
  for _, ids in ipairs({ redis.call('ZRANGE', delayed, 0, -1), redis.call('LRANGE', active, 0, -1) }) do
    for _, id in ipairs(ids) do
      local tag = (tonumber(redis.call('HGET', jobs .. id, 'priority')) or 0) - band
      if tag > 0 and tag <= highest then redis.call('HSET', jobs .. id, 'priority', band + math.max(1, tag - by)) end
    end
  end
  some = redis.call('ZRANGE', tags, 0, -1, 'WITHSCORES')
  for i = 1, #some, 2 do redis.call('ZADD', tags, math.max(0, some[i + 1] - by), some[i]) end
end

local time = tonumber(redis.call('ZSCORE', tags, 'time')) or 1
local first = redis.call('ZRANGEBYSCORE', waiting, from, to, 'WITHSCORES', 'LIMIT', 0, 1)
if #first > 0 then
  time = math.max(time, tagOf(first[2]))
else
  local given = redis.call('ZREVRANGE', tags, 0, 0, 'WITHSCORES')
  if #given > 0 then time = math.max(time, given[2] + 1) end
end
local last = tonumber(redis.call('ZSCORE', tags, flow)) or 0
local ids = #ARGV - 5
if time > 1 and math.max(time, last + 1) + ids > highest then
  renumber(time - 1)
  last = math.max(0, last - time + 1)
  time = 1
end

local answers = {}
for i = 6, #ARGV do
  local id = ARGV[i]
  local tag = math.min(highest, math.max(time, last + 1))
  local isFailed = redis.call('ZSCORE', failed, id) and 1 or 0
  local score = redis.call('ZSCORE', waiting, id)
  if score and tagOf(score) > tag then
    move(id, score, tag)
    last = tag
  elseif isFailed == 1 or redis.call('EXISTS', jobs .. id, deduplications .. id) == 0 then
    last = tag
  end
  answers[#answers + 1] = band + tag
  answers[#answers + 1] = isFailed
end
redis.call('ZADD', tags, time, 'time', last, flow)
redis.call('ZREMRANGEBYSCORE', tags, '-inf', '(' .. time)
return answers
`;

interface Commands {
  selloAssignPlaces(keys: number, ...args: (string | number)[]): Promise<number[]>;
}

export interface Place {
  /** BullMQ's priority, 1 to 2^21 - 1. */
  priority: number;
  /** Whether a failed job has this id, which must be removed first. */
  isFailed: boolean;
}

/** Gives jobs their places in a queue. */
export interface VirtualTime {
  /**
   * The places of jobs of one kind and one tenant, in one round trip. A job that waits, runs or is delayed already takes
   * no new place. `inBackground`: behind every other job of the queue.
   */
  assign(
    queue: BullQueue,
    job: { name: JobName; data: JobData<JobName>; ids: readonly string[]; inBackground: boolean },
  ): Promise<Place[]>;
}

/**
 * Virtual time of a queue: a job's tag is the one that runs next, or one more than the last of its flow (the jobs of one
 * kind of one tenant), whichever is later. So flows that always have jobs alternate, however many jobs each enqueues, and
 * one that was idle begins beside the others and gains nothing by it. Time is the lowest tag that waits, and never goes
 * back when a delayed job returns with an old tag. When nothing waits, every tag given has begun.
 *
 * Tags are numbered anew, from the one that runs next, before they exceed `highestTag`. A job that was given its place
 * just before and added just after waits too far behind; enqueued again, it moves to the place that it would get then.
 */
export function createVirtualTime(redis: Redis): VirtualTime {
  redis.defineCommand('selloAssignPlaces', { lua: assignScript });
  const commands = redis as unknown as Commands;
  return {
    async assign(queue, { name, data, ids, inBackground }) {
      const flow = `${name}:${'tenantId' in data ? data.tenantId : ''}`;
      const sets = ['prioritized', 'delayed', 'active', 'failed'].map((set) => queue.toKey(set));
      const answers = await commands.selloAssignPlaces(
        1 + sets.length,
        `${keyPrefix}:tags:${queue.name}${inBackground ? ':background' : ''}`,
        ...sets,
        ...[queue.toKey(''), queue.toKey('de:'), flow],
        ...[inBackground ? backgroundBand : 0, highestTag],
        ...ids,
      );
      return ids.map((_, at) => ({ priority: answers[2 * at]!, isFailed: answers[2 * at + 1] === 1 }));
    },
  };
}
