import { limits } from '@sello/contracts';
import { createLogger, times } from '@sello/kit';
import { describe, expect, it } from 'vitest';
import { chunkJob } from './chunk-job.ts';
import type { ChunkRows, FailedRow, HeldRow, SizedBatch } from './chunk-rows.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const size = 6;
const chunk = { tenantId: 'a'.repeat(24), batchId: 'b'.repeat(24), from: 0, to: size };

interface Row extends HeldRow {
  state: 'queued' | 'running' | 'done' | 'failed';
  unreleased: number;
  endedAlone: number;
}
class Killed extends Error {}
class HandedBack extends Error {}

/** A batch of one chunk, and processes that work on it one after the other. */
function buildChunk() {
  const rows: Row[] = Array.from({ length: size }, (_, index) => ({
    ...{ index, fence: 0, state: 'queued' as const, unreleased: 0, endedAlone: 0 },
  }));
  const failed: FailedRow[] = [];
  /** How many rows each call of `work` was given. */
  const together: number[] = [];
  const byIndex = ({ index }: Pick<HeldRow, 'index'>) => rows[index]!;
  let isAlive = true;
  /** What a dead process writes is not written. */
  const write = <Result>(result: Result): Result => {
    if (!isAlive) throw new Killed();
    return result;
  };
  const batches: ChunkRows<SizedBatch, Row, HeldRow> = {
    get: async () => ({ total: size }),
    async claim(_tenantId, batchId) {
      const free = rows.filter(({ state }) => state === 'queued' || state === 'running');
      for (const row of free) {
        row.state = 'running';
        row.fence++;
        row.unreleased++;
      }
      return { id: 'claim', batchId, items: free.map((row) => ({ ...row })) };
    },
    heldFor: async () => 0,
    renew: async () => 1,
    async finish(_tenantId, _batchId, outcomes) {
      write(undefined);
      const open = outcomes.filter((one) => byIndex(one).fence === one.fence);
      for (const one of open) {
        byIndex(one).state = 'error' in one ? 'failed' : 'done';
        if ('error' in one) failed.push(one);
      }
      return { refused: outcomes.length - open.length };
    },
    async beginAlone(_tenantId, _batchId, row) {
      write(undefined);
      byIndex(row).endedAlone++;
      return true;
    },
    async survivedAlone(_tenantId, _batchId, row) {
      write(undefined);
      byIndex(row).endedAlone--;
    },
    async release(_tenantId, _batchId, released, again) {
      write(undefined);
      for (const row of released.map(byIndex)) {
        row.state = 'queued';
        row.unreleased = again === 'now' ? row.unreleased - 1 : 0;
        if (again !== 'now') row.endedAlone = 0;
      }
      return released.length;
    },
    failUnfinished: async () => 0,
    nextChunks: async () => [],
  };

  /** Runs the job in a process of its own; `each` works on one row. Returns whether the process has survived. */
  async function runProcess(
    each: (row: Row) => 'finish' | 'kill' | 'leave' | 'fault',
    { uptimeMs = () => 3_600_000, canBeAlone = true }: { uptimeMs?: () => number; canBeAlone?: boolean } = {},
  ): Promise<boolean> {
    isAlive = true;
    const job = chunkJob<'generate', SizedBatch, Row, HeldRow>(
      'generate',
      {
        batches,
        owner: 'worker',
        uptimeMs,
        queue: { enqueueAll: async () => undefined, chunksAhead: async () => limits.chunksInQueue },
        progress: {
          touch: () => undefined,
          settle: async () => ({}) as never,
          publish: async () => undefined,
          close: async () => undefined,
        },
      },
      {
        faultIsAttempt: true,
        async work({ claim, finish }) {
          together.push(claim.items.length);
          const acts = claim.items.map((row) => ({ row, act: each(row) }));
          if (acts.some(({ act }) => act === 'kill')) {
            isAlive = false;
            throw new Killed();
          }
          await finish(acts.filter(({ act }) => act === 'finish').map(({ row }) => row));
          if (acts.some(({ act }) => act === 'fault')) throw new Error('fault');
          return undefined;
        },
      },
    );
    await job
      .run(chunk, {
        attempt: 1,
        log,
        signal: new AbortController().signal,
        abandoned: new AbortController().signal,
        report: () => undefined,
        async alone(run) {
          if (canBeAlone) await run();
          return canBeAlone;
        },
        handBack() {
          throw new HandedBack();
        },
      })
      .catch(() => undefined);
    return isAlive;
  }
  const states = () => rows.map(({ state }) => state).join(' ');
  return { rows, failed, together, runProcess, states };
}

describe('a row that ends its process', () => {
  const killAt = (index: number) => (row: Row) => (row.index === index ? ('kill' as const) : 'finish');

  it('is found by working on the rows one by one, and fails after three processes; all others are done', async () => {
    const { failed, together, runProcess, states } = buildChunk();
    let killed = 0;
    while (!(await runProcess(killAt(2)))) killed++;
    expect(killed).toBe(5);
    expect(together.slice(0, 5)).toEqual([size, size, 1, 1, 1]);
    expect(states()).toBe('done done failed done done done');
    expect(failed).toMatchObject([
      {
        index: 2,
        error: { code: 'row_ended_worker', details: { times: 3, reference: `${chunk.batchId}/2` } },
      },
    ]);
  });

  it('is left for later, and the others are done, while its processes do not get old', async () => {
    const { runProcess, states, rows } = buildChunk();
    for (let time = 0; time < 3; time++) await runProcess(killAt(2), { uptimeMs: () => 1_000 });
    for (let time = 0; time < 20; time++) {
      expect(await runProcess(killAt(2), { uptimeMs: () => 3 * times.leaseMs - 1 })).toBe(true);
    }
    expect([states(), rows[2]!.endedAlone]).toEqual(['done done queued done done done', 1]);
  });

  it('is not worked on while others of the process have not ended', async () => {
    const { together, runProcess } = buildChunk();
    for (let time = 0; time < 2; time++) await runProcess(killAt(2));
    for (let time = 0; time < 3; time++) await runProcess(killAt(2), { canBeAlone: false });
    expect(together).toEqual([size, size]);
  });
});

describe('a row that ends no process', () => {
  it.each([3, 10])(
    'is done although processes are killed at random, after %i seconds on average, and is never blamed',
    async (seconds) => {
      let seed = seconds;
      const random = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      let killed = 0;
      while (killed < 200) {
        const { failed, runProcess, states } = buildChunk();
        for (let life = 0; life < 50; life++) {
          const diesAt = -1_000 * seconds * Math.log(random());
          // It takes the chunk at some moment of its life, a row takes 100 ms, and what it left it takes again later.
          let at = random() * diesAt;
          const each = () => {
            at += 100;
            return at > diesAt ? ('kill' as const) : ('finish' as const);
          };
          for (; at < diesAt && /queued|running/.test(states()); at += 5_000) {
            if (!(await runProcess(each, { uptimeMs: () => at }))) killed++;
          }
        }
        await runProcess(() => 'finish');
        expect(states()).toBe(Array(size).fill('done').join(' '));
        expect(failed).toEqual([]);
      }
    },
  );

  it('is not blamed by a process that lives: one that finds it postponed, faulty, or taken over', async () => {
    const { rows, runProcess } = buildChunk();
    for (let time = 0; time < 2; time++) await runProcess(() => 'kill');
    for (let time = 0; time < 5; time++) await runProcess(() => 'leave');
    expect(rows.map(({ unreleased, endedAlone }) => [unreleased, endedAlone])).toEqual(
      rows.map(() => [2, 0]),
    );
    await runProcess((row) => {
      rows[row.index]!.fence++;
      return 'finish';
    });
    expect(rows.map(({ endedAlone }) => endedAlone)).toEqual(rows.map(() => 0));
    await runProcess(() => 'fault');
    expect(rows.map(({ unreleased, endedAlone }) => [unreleased, endedAlone])).toEqual(
      rows.map(() => [0, 0]),
    );
  });
});
