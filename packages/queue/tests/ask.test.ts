import { once } from 'node:events';
import type { JobData } from '@sello/contracts';
import { AppError, createLogger, isAppError } from '@sello/kit';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { type JobHandler, openQueue, type Queue } from '../src/index.ts';
import { jobIdOf } from '../src/job-id.ts';
import { type RedisUnderTest, startRedis } from './redis.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const preview = (digit: string): JobData<'preview'> => ({
  tenantId: 'a'.repeat(24),
  previewId: digit.repeat(24),
  mark: true,
});

let redis: RedisUnderTest;
let asking: Queue<'bff'>;
let worker: Queue<'render-worker'>;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.close());
beforeEach(async () => {
  await redis.flush();
  asking = openQueue({ redisUrl: redis.url, log, service: 'bff', timeoutMs: 2_000 });
  worker = openQueue({ redisUrl: redis.url, log, service: 'render-worker', timeoutMs: 2_000 });
});
afterEach(async () => {
  await asking.close();
  await worker.close();
});

const none = { pages: [], notes: [], pageCount: 0 };

function servePreviews(
  run: JobHandler<'preview'>['run'],
  concurrency = 1,
  importPdf: JobHandler<'import-pdf'>['run'] = async () => none,
) {
  const other = { run: async () => undefined, giveUp: async () => undefined };
  return worker.serve(
    {
      ...{
        generate: other,
        zip: other,
        export: other,
        upkeep: other,
        preview: { run, giveUp: async () => undefined },
      },
      'import-pdf': { ...other, run: importPdf },
      import: other,
      'read-students': { ...other, run: async () => Promise.reject(new Error('no file is read here')) },
      preflight: other,
    },
    { concurrency: { generate: 1, zip: 1, upkeep: 1, preview: concurrency, import: 1 } },
  );
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

describe('ask', () => {
  it('gives every caller the result of the own job', async () => {
    const serving = servePreviews(async ({ previewId }) => ({ size: Number(previewId[0]), pages: 1 }), 4);
    const digits = ['1', '2', '3', '4', '5', '6'];
    const results = await Promise.all(
      digits.map((digit) => asking.ask('preview', preview(digit), { timeoutMs: generous })),
    );
    expect(results.map(({ size }) => size)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await asking.counts()).preview).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    await serving.close();
  });

  it('answers everybody who asks for the same, and goes on when one of them leaves', async () => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const serving = servePreviews(async () => {
      begun.resolve();
      await released.promise;
      return { size: 1, pages: 1 };
    });
    const leaving = new AbortController();
    const asked = [{}, { signal: leaving.signal }, {}].map((more) =>
      codeOf(asking.ask('preview', preview('1'), { timeoutMs: generous, ...more })),
    );
    await begun.promise;
    leaving.abort();
    expect(['work_too_slow', 'worker_busy']).toContain(await asked[1]);
    released.resolve();
    expect([await asked[0], await asked[2]]).toEqual(['done', 'done']);
    await serving.close();
  });

  it('throws the error of the job with its details, and unavailable for a fault', async () => {
    const serving = servePreviews(async ({ previewId }) => {
      if (previewId.startsWith('1')) throw new Error('a bug');
      throw new AppError('variable_unknown', { details: { variable: 'custom.x', element: 'Title' } });
    });
    const asked = asking.ask('preview', preview('2'), { timeoutMs: generous });
    await expect(asked).rejects.toMatchObject({
      code: 'variable_unknown',
      details: { variable: 'custom.x', element: 'Title' },
    });
    expect(await codeOf(asking.ask('preview', preview('1'), { timeoutMs: generous }))).toBe('unavailable');
    await serving.close();
  });

  it('throws unavailable, and runs the job no more, when two workers were killed while they ran it', async () => {
    let runs = 0;
    const asked = codeOf(asking.ask('preview', preview('7'), { timeoutMs: generous }));
    await vi.waitFor(async () => expect((await asking.counts()).preview.waiting).toBe(1));
    const keys = new Redis(redis.url);
    // As BullMQ counts them.
    const [job] = await keys.keys(`sello:preview:${jobIdOf('preview', preview('7'))}*`);
    await keys.hset(job!, 'stc', 2);
    keys.disconnect();
    const serving = servePreviews(async () => {
      runs++;
      return { size: 1, pages: 1 };
    });
    expect([await asked, runs]).toEqual(['unavailable', 0]);
    await serving.close();
  });

  it('answers soon when no worker runs, and withdraws what none took in time', async () => {
    expect(await codeOf(asking.ask('preview', preview('1'), { timeoutMs: generous }))).toBe('worker_busy');
    expect((await asking.counts()).preview.waiting).toBe(0);

    let runs = 0;
    const serving = servePreviews(async (_data, { signal }) => {
      runs++;
      await once(signal, 'abort');
      return { size: 0, pages: 0 };
    });
    const gone = new AbortController();
    const patience = { timeoutMs: generous, signal: gone.signal };
    const first = codeOf(asking.ask('preview', preview('2'), patience));
    await vi.waitFor(() => expect(runs).toBe(1));
    const second = asking.ask('preview', preview('3'), { timeoutMs: 200 });
    expect(await codeOf(second)).toBe('worker_busy');
    gone.abort();
    expect(await first).toBe('work_too_slow');
    expect((await asking.counts()).preview).toMatchObject({ waiting: 0, active: 1 });
    await serving.close();
    expect(runs).toBe(1);
  });

  it('tells the caller how far the job is, and the job when its caller has left', async () => {
    const seen: unknown[] = [];
    const ended: string[] = [];
    const unused = async () => ({ size: 0, pages: 0 });
    const serving = servePreviews(unused, 2, async ({ importId }, { report, abandoned }) => {
      report({ page: 1, pages: 2 });
      // Not in the shape of the contract.
      report({ page: 'two' } as never);
      report({ page: 2, pages: 2 });
      if (importId.startsWith('1')) return none;
      await once(abandoned, 'abort');
      ended.push(importId);
      throw new Error('stopped');
    });
    const order = (digit: string) => ({ tenantId: 'a'.repeat(24), importId: digit.repeat(24) });
    const onProgress = (progress: unknown) => seen.push(progress);
    expect(await asking.ask('import-pdf', order('1'), { timeoutMs: generous, onProgress })).toEqual(none);
    expect(seen).toEqual([
      { page: 1, pages: 2 },
      { page: 2, pages: 2 },
    ]);

    const left = new AbortController();
    const leave = () => left.abort();
    const asked = asking.ask('import-pdf', order('2'), {
      ...{ timeoutMs: generous, signal: left.signal, onProgress: leave },
    });
    expect(await codeOf(asked)).toBe('work_too_slow');
    await vi.waitFor(() => expect(ended).toEqual([order('2').importId]));
    await vi.waitFor(async () =>
      expect((await asking.counts()).preview).toMatchObject({ active: 0, failed: 0 }),
    );
    await serving.close();
  });

  it('throws unavailable without Redis', async () => {
    const serving = servePreviews(async () => ({ size: 1, pages: 1 }));
    await asking.ask('preview', preview('1'), { timeoutMs: generous });
    await redis.kill();
    expect(await codeOf(asking.ask('preview', preview('2'), { timeoutMs: generous }))).toBe('unavailable');
    await redis.start();
    await vi.waitFor(async () =>
      expect(await codeOf(asking.ask('preview', preview('3'), { timeoutMs: 5_000 }))).toBe('done'),
    );
    await serving.close();
  });
});
