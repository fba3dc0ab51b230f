import { limits } from '@sello/contracts';
import { AppError, createLogger, times } from '@sello/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { chunkJob } from './chunk-job.ts';
import type { ChunkRows, ChunkWork, HeldRow, SizedBatch } from './chunk-rows.ts';
import type { JobContext } from './serve.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const ids = { tenantId: 'a'.repeat(24), batchId: 'b'.repeat(24) };
const first = { ...ids, from: 0, to: 2 };

interface Row extends HeldRow {
  state: 'queued' | 'running' | 'done' | 'failed';
  attempts: number;
}
type Work = ChunkWork<SizedBatch, Row, HeldRow>;
/** The calls that were made, in order. */
let steps: string[];
let isAway: boolean;
beforeEach(() => {
  steps = [];
  isAway = false;
});

/** An in-memory store with a batch of five chunks of two rows. */
function buildRows() {
  const rows: Row[] = Array.from({ length: 10 }, (_, index) => ({
    index,
    fence: 0,
    state: 'queued',
    attempts: 0,
  }));
  let handedOut = 4;
  const answer = async () => {
    await Promise.resolve();
    if (isAway) throw new AppError('unavailable');
  };
  const batches: ChunkRows<SizedBatch, Row, HeldRow> = {
    async get() {
      await answer();
      return { total: rows.length };
    },
    async claim(_tenantId, batchId, { from, to }) {
      await answer();
      const free = rows.slice(from, to).filter((row) => row.state === 'queued');
      for (const row of free) {
        row.state = 'running';
        row.fence++;
        row.attempts++;
      }
      return { id: 'claim', batchId, items: free.map((row) => ({ ...row })) };
    },
    async heldFor(_tenantId, _batchId, { from, to }) {
      await answer();
      return rows.slice(from, to).some((row) => row.state === 'running') ? times.leaseMs : 0;
    },
    async renew() {
      return 1;
    },
    beginAlone: async () => true,
    survivedAlone: async () => undefined,
    async finish(_tenantId, _batchId, outcomes) {
      await answer();
      for (const { index } of outcomes) rows[index]!.state = 'done';
      if (outcomes.length > 0) steps.push(`finish ${outcomes.map(({ index }) => index).join()}`);
      return { refused: 0 };
    },
    async release(_tenantId, _batchId, released, again) {
      await answer();
      for (const { index } of released) {
        rows[index]!.state = 'queued';
        if (again === 'now') rows[index]!.attempts--;
      }
      steps.push(`release ${released.map(({ index }) => index).join()}`);
      return released.length;
    },
    async failUnfinished(_tenantId, _batchId, { from, to }) {
      for (const row of rows.slice(from, to)) if (row.state === 'queued') row.state = 'failed';
      return 0;
    },
    async nextChunks(_tenantId, _batchId, _atMost, { past, enqueue }) {
      await answer();
      if (handedOut >= Math.min(rows.length, past + 4)) return [];
      const chunk = { from: handedOut, to: handedOut + 2 };
      await enqueue([chunk]);
      handedOut = chunk.to;
      return [chunk];
    },
  };
  return { rows, batches };
}

class HandedBack extends Error {}
const context = (signal = new AbortController().signal): JobContext => ({
  attempt: 1,
  log,
  signal,
  abandoned: new AbortController().signal,
  async alone(run) {
    await run();
    return true;
  },
  report: () => undefined,
  handBack(ms) {
    steps.push(`hand back ${ms}`);
    throw new HandedBack();
  },
});

function buildJob(work: Work['work'], overrides: Partial<Work> = {}) {
  const { rows, batches } = buildRows();
  const enqueue = { isAway: false };
  const job = chunkJob(
    'generate',
    {
      batches,
      owner: 'worker',
      queue: {
        async enqueueAll(_name, many) {
          if (enqueue.isAway) throw new AppError('unavailable');
          steps.push(`enqueue ${many.map((data) => (data as typeof first).from).join()}`);
        },
        chunksAhead: async () => limits.chunksInQueue,
      },
      progress: {
        touch: () => undefined,
        async settle() {
          steps.push('count');
          return {} as never;
        },
        publish: async () => undefined,
        close: async () => undefined,
      },
    },
    { work, faultIsAttempt: true, ...overrides },
  );
  return { job, rows, enqueue };
}

const finishAll: Work['work'] = async ({ claim, finish }) => {
  await finish(claim.items);
  return undefined;
};

describe('a chunk whose rows are all finished', () => {
  it('enqueues the next chunk just before its last row is finished', async () => {
    const { job } = buildJob(async ({ claim, finish }) => {
      for (const row of claim.items) await finish([row]);
      return undefined;
    });
    await job.run(first, context());
    expect(steps).toEqual(['finish 0', 'enqueue 4', 'finish 1']);
  });

  it('enqueues the next chunk while only writing is left, and once', async () => {
    const { job } = buildJob(async ({ claim, willFinish, finish }) => {
      willFinish(claim.items);
      await new Promise(setImmediate);
      steps.push('write');
      await finish(claim.items);
      return undefined;
    });
    await job.run(first, context());
    expect(steps).toEqual(['enqueue 4', 'write', 'finish 0,1']);
  });

  it('only counts when it runs again', async () => {
    const { job } = buildJob(finishAll);
    await job.run(first, context());
    await job.run(first, context());
    await job.giveUp(first, new Error('late'), context());
    expect(steps).toEqual(['enqueue 4', 'finish 0,1', 'count', 'count']);
  });

  it('is retried when the next chunk could not be enqueued, and then enqueues it', async () => {
    const { job, rows, enqueue } = buildJob(finishAll);
    enqueue.isAway = true;
    await expect(job.run(first, context())).rejects.toMatchObject({ code: 'unavailable' });
    expect(rows.slice(0, 2).map((row) => row.state)).toEqual(['done', 'done']);
    enqueue.isAway = false;
    await job.run(first, context());
    expect(steps).toEqual(['finish 0,1', 'enqueue 4']);
  });
});

describe('chunks of a large batch', () => {
  /** A batch of 100 chunks, 20 of them enqueued, and workers that run ten at a time; records what is queried and enqueued. */
  function buildMany() {
    const asked: number[] = [];
    const enqueued: number[] = [];
    let handedOut = 20 * limits.chunkItems;
    const { batches } = buildRows();
    const job = chunkJob(
      'generate',
      {
        batches: {
          ...batches,
          get: async () => ({ total: 100 * limits.chunkItems }),
          claim: async (_tenantId, batchId, { from }) => ({
            id: 'claim',
            batchId,
            items: [{ index: from, fence: 1, state: 'running', attempts: 1 }],
          }),
          finish: async () => ({ refused: 0 }),
          async nextChunks(_tenantId, _batchId, atMost, { past, enqueue }) {
            asked.push(past);
            const ranges = [];
            while (handedOut < past + atMost * limits.chunkItems) {
              ranges.push({ from: handedOut, to: handedOut + limits.chunkItems });
              handedOut += limits.chunkItems;
            }
            await enqueue(ranges);
            return ranges;
          },
        },
        owner: 'worker',
        queue: {
          enqueueAll: async (_name, many) => void enqueued.push(many.length),
          chunksAhead: async () => 20,
        },
        progress: {
          touch: () => undefined,
          settle: async () => ({}) as never,
          publish: async () => undefined,
          close: async () => undefined,
        },
      },
      { work: finishAll, faultIsAttempt: true },
    );
    const run = (place: number) =>
      job.run({ ...ids, from: place * limits.chunkItems, to: (place + 1) * limits.chunkItems }, context());
    return { run, asked, enqueued };
  }

  it('query the next chunks when half of those ahead are used up, and enqueue them together', async () => {
    const { run, asked, enqueued } = buildMany();
    for (let place = 0; place < 25; place++) await run(place);
    expect(asked).toEqual([1, 12, 23].map((place) => place * limits.chunkItems));
    expect(enqueued).toEqual([1, 11, 11]);
  });
});

describe('a chunk with unfinished rows', () => {
  it('releases them, hands the job back and enqueues nothing', async () => {
    const { job, rows } = buildJob(async ({ claim, finish }) => {
      await finish(claim.items.slice(0, 1));
      return 300;
    });
    await expect(job.run(first, context())).rejects.toThrow(HandedBack);
    expect(steps).toEqual(['finish 0', 'release 1', 'hand back 300']);
    expect(rows[1]).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('counts a row that is put back for a later retry as handled', async () => {
    const { job } = buildJob(async ({ claim, finish, putBack }) => {
      await finish(claim.items.slice(0, 1));
      await putBack(claim.items[1]!, new Date());
      return undefined;
    });
    await job.run(first, context());
    expect(steps).toEqual(['finish 0', 'enqueue 4', 'release 1']);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'releases its rows after a fault; faultIsAttempt %s counts %i attempts',
    async (faultIsAttempt, attempts) => {
      const fault = new Error('bug');
      const { job, rows } = buildJob(() => Promise.reject(fault), { faultIsAttempt });
      await expect(job.run(first, context())).rejects.toBe(fault);
      expect(rows[0]).toMatchObject({ state: 'queued', attempts });
      await job.giveUp(first, fault, context());
      expect(rows[0]).toMatchObject({ state: 'failed' });
      expect(steps).toEqual(['release 0,1', 'enqueue 4']);
    },
  );

  it('delays the job, without a failed attempt, while the work is forbidden', async () => {
    const forbidden = new AppError('object_store_unknown');
    const before = buildJob(finishAll, { waitBefore: async () => 7 });
    await expect(before.job.run(first, context())).rejects.toThrow(HandedBack);
    const after = buildJob(() => Promise.reject(forbidden), {
      waitAfter: (fault) => (fault === forbidden ? 8 : undefined),
    });
    await expect(after.job.run(first, context())).rejects.toThrow(HandedBack);
    expect(after.rows[0]).toMatchObject({ state: 'queued', attempts: 0 });
    expect(steps).toEqual(['hand back 7', 'release 0,1', 'hand back 8']);
  });

  it('is delayed until the lease of another run expires', async () => {
    const { job, rows } = buildJob(finishAll);
    rows[0]!.state = 'running';
    rows[1]!.state = 'done';
    await expect(job.run(first, context())).rejects.toThrow(HandedBack);
    expect(steps).toEqual([`hand back ${times.leaseMs + 250}`]);
  });

  it('releases its rows as soon as the database is reachable again', async () => {
    let runs = 0;
    const { job, rows } = buildJob(async (chunk) => {
      if (runs++ === 0) isAway = true;
      return finishAll(chunk);
    });
    await expect(job.run(first, context())).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    await job.run(first, context());
    expect(runs).toBe(2);
    expect(rows.slice(0, 2).map((row) => row.state)).toEqual(['done', 'done']);
  });
});
