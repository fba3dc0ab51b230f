import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BatchEvent, type EventListeners, type JobData, limits } from '@sello/contracts';
import { createLogger, isAppError } from '@sello/kit';
import { Queue as BullQueue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HandlersOf, type JobHandler, openQueue, type Queue } from '../src/index.ts';
import { type RedisUnderTest, startRedis } from './redis.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const hex = (digit: string): string => digit.repeat(24);
const chunk = (overrides: Partial<JobData<'generate'>> = {}): JobData<'generate'> => ({
  tenantId: hex('a'),
  batchId: hex('b'),
  from: 0,
  to: 50,
  ...overrides,
});
const domain: JobData<'domain'> = { tenantId: hex('a'), domainId: hex('d') };

let redis: RedisUnderTest;
let queue: Queue<'render-worker'>;
let domains: Queue<'domain-worker'>;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.close());
beforeEach(() => {
  queue = openQueue({ redisUrl: redis.url, log, service: 'render-worker', timeoutMs: 1_000 });
  domains = openQueue({ redisUrl: redis.url, log, service: 'domain-worker', timeoutMs: 1_000 });
});
afterEach(async () => {
  await queue.close();
  await domains.close();
});

const readStudents = {
  run: () => Promise.reject(new Error('no file is read here')),
  giveUp: async () => undefined,
};

/** Serves the jobs of the render-worker: `generate` with this handler, the others with handlers that do nothing. */
function serveGenerate(
  handler: Partial<JobHandler<'generate'>>,
  concurrency = 1,
  more: Partial<HandlersOf<'render-worker'>> = {},
) {
  const generate: JobHandler<'generate'> = {
    run: async () => undefined,
    giveUp: async () => undefined,
    ...handler,
  };
  const other = { run: async () => undefined, giveUp: async () => undefined };
  const preview = { ...other, run: async () => ({ size: 0, pages: 0 }) };
  const importPdf = { ...other, run: async () => ({ pages: [], notes: [], pageCount: 0 }) };
  const handlers = {
    generate,
    zip: other,
    export: other,
    upkeep: other,
    preview,
    'import-pdf': importPdf,
    import: other,
    'read-students': readStudents,
    preflight: other,
    ...more,
  };
  return queue.serve(handlers, {
    concurrency: { generate: concurrency, zip: 1, upkeep: 1, preview: 1, import: 1 },
  });
}
const onBatch = (batch: EventListeners['batch']): EventListeners => ({
  batch,
  domain: () => undefined,
  ...{ invite: () => undefined, certificate: () => undefined, preflight: () => undefined },
  mailPause: () => undefined,
});

/** Makes delayed jobs run at once. */
async function promote(name: string): Promise<void> {
  const { hostname, port } = new URL(redis.url);
  const bull = new BullQueue(name, { connection: { host: hostname, port: Number(port) }, prefix: 'sello' });
  await bull.promoteJobs();
  await bull.close();
}

describe('enqueue', () => {
  it('runs a job once that was enqueued twice, and again after it has ended', async () => {
    const runs: number[] = [];
    await queue.enqueue('generate', chunk());
    await queue.enqueue('generate', chunk());
    await queue.enqueue('generate', chunk({ from: 50, to: 100 }));
    const serving = serveGenerate({ run: async (data) => void runs.push(data.from) });
    await vi.waitFor(() => expect([...runs].sort((a, b) => a - b)).toEqual([0, 50]));
    await queue.enqueue('generate', chunk());
    await vi.waitFor(() => expect(runs).toHaveLength(3));
    await serving.close();
  });

  it('runs a job once more, of which the contract says so, when it is enqueued while it runs', async () => {
    const ends: (() => void)[] = [];
    let most = 0;
    const serving = domains.serve(
      {
        domain: {
          async run() {
            most = Math.max(most, serving.running());
            await new Promise<void>((resolve) => ends.push(resolve));
          },
          giveUp: async () => undefined,
        },
      },
      { concurrency: { domain: 3 } },
    );
    const idle = () =>
      vi.waitFor(async () => {
        const { waiting, active, delayed } = (await queue.counts()).domain;
        expect({ waiting, active, delayed }).toEqual({ waiting: 0, active: 0, delayed: 0 });
      });
    for (const runs of [2, 4]) {
      await queue.enqueue('domain', domain);
      await vi.waitFor(() => expect(ends).toHaveLength(runs - 1));
      for (let time = 0; time < 3; time++) await queue.enqueue('domain', domain);
      ends.at(-1)!();
      await vi.waitFor(() => expect(ends).toHaveLength(runs));
      ends.at(-1)!();
      await idle();
    }
    expect([ends.length, most]).toEqual([4, 1]);
    await serving.close();
  });

  it('refuses data that does not match the contract', async () => {
    await expect(queue.enqueue('generate', chunk({ batchId: 'x' }))).rejects.toThrow('not an id');
    expect((await queue.counts()).generate.waiting).toBe(0);
  });

  it('alternates between tenants, however many jobs one of them enqueues', async () => {
    const order: string[] = [];
    for (const tenant of ['a', 'b']) {
      for (let from = 0; from < 200; from += 50) {
        await queue.enqueue(
          'generate',
          chunk({ tenantId: hex(tenant), batchId: hex(tenant), from, to: from + 50 }),
        );
      }
    }
    expect((await queue.counts()).generate.waiting).toBe(8);
    const serving = serveGenerate({ run: async ({ tenantId }) => void order.push(tenantId[0] ?? '') });
    await vi.waitFor(() => expect(order.join('')).toBe('abababab'));
    await serving.close();
  });
});

describe('chunks ahead', () => {
  it('follow the concurrency of all running workers', async () => {
    const mail = openQueue({ redisUrl: redis.url, log, service: 'mail-worker' });
    const handler = { run: async () => undefined, giveUp: async () => undefined };
    const serve = () =>
      mail.serve({ email: handler, invite: handler, mistake: handler }, { concurrency: { email: 4 } });
    try {
      expect(await queue.chunksAhead('email')).toBe(limits.chunksInQueue);
      const serving = [serve(), serve()];
      await vi.waitFor(async () => expect(await queue.chunksAhead('email')).toBe(16));
      expect(await queue.hasWorker('email')).toBe(true);
      expect(await queue.hasWorker('preflight')).toBe(false);
      await Promise.all(serving.map((one) => one.close()));
      const ended = async () => expect(await queue.chunksAhead('email')).toBe(limits.chunksInQueue);
      await vi.waitFor(ended);
    } finally {
      await mail.close();
    }
  });

  it('are enqueued together, in order, and interleave with those of other tenants', async () => {
    const order: string[] = [];
    for (const tenant of ['a', 'b']) {
      const ids = { tenantId: hex(tenant), batchId: hex(tenant) };
      await queue.enqueueAll('generate', [chunk(ids), chunk({ ...ids, from: 50, to: 100 })]);
    }
    await queue.enqueueAll('generate', [chunk({ from: 100, to: 150 }), chunk({ from: 50, to: 100 })]);
    const serving = serveGenerate({
      run: async ({ tenantId, from }) => void order.push(`${tenantId[0]}${from}`),
    });
    await vi.waitFor(() => expect(order).toEqual(['a0', 'b0', 'a50', 'b50', 'a100', 'a50']));
    await serving.close();
  });
});

describe('serve', () => {
  it('retries after a fault and gives up with the last error after the attempts of the contract', async () => {
    const attempts: number[] = [];
    const givenUp: unknown[] = [];
    const serving = domains.serve(
      {
        domain: {
          run: async (_data, { attempt }) => {
            attempts.push(attempt);
            throw new Error(`fault ${attempt}`);
          },
          giveUp: async (data, error) => void givenUp.push([data.domainId, String(error)]),
        },
      },
      { concurrency: { domain: 1 } },
    );
    await queue.enqueue('domain', domain);
    await vi.waitFor(async () => {
      await promote('domain');
      expect(givenUp).toEqual([[domain.domainId, 'Error: fault 3']]);
    });
    expect(attempts).toEqual([1, 2, 3]);
    await vi.waitFor(async () => expect((await queue.counts()).domain.failed).toBe(1));

    await queue.enqueue('domain', domain);
    await vi.waitFor(() => expect(attempts).toHaveLength(4));
    await serving.close();
    await promote('domain');
  });

  it('runs a job again that was handed back, without counting an attempt', async () => {
    const attempts: number[] = [];
    const serving = serveGenerate({
      run: async (_data, context) => {
        attempts.push(context.attempt);
        if (attempts.length < 3) context.handBack(10);
      },
    });
    await queue.enqueue('generate', chunk());
    await vi.waitFor(() => expect(attempts).toEqual([1, 1, 1]));
    await serving.close();
  });

  it('aborts running jobs when it closes, and waits for them', async () => {
    let ended = 0;
    const serving = serveGenerate({
      run: async (_data, { signal }) => {
        await once(signal, 'abort');
        ended++;
      },
    });
    await queue.enqueue('generate', chunk());
    await vi.waitFor(() => expect(serving.running()).toBe(1));
    await serving.close();
    expect(ended).toBe(1);
    expect((await queue.counts()).generate.active).toBe(0);
  });

  it('gives the job of a killed worker to another, any number of times', async () => {
    await queue.enqueue('domain', { ...domain, domainId: hex('e') });
    for (let round = 0; round < 2; round++) {
      const worker = spawn(process.execPath, [join(import.meta.dirname, 'dying-worker.ts'), redis.url], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(worker.stdout, 'data');
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    const seen: number[] = [];
    const serving = domains.serve(
      {
        domain: {
          run: async ({ domainId }, { attempt }) => {
            if (domainId === hex('e')) seen.push(attempt);
          },
          giveUp: async () => undefined,
        },
      },
      { concurrency: { domain: 1 } },
    );
    await vi.waitFor(() => expect(seen).toEqual([1]));
    await serving.close();
  });

  it('compiles only with exactly one handler for each job of the service', () => {
    const handler = { run: async () => undefined, giveUp: async () => undefined };
    const preview = { ...handler, run: async () => ({ size: 0, pages: 0 }) };
    const importPdf = { ...handler, run: async () => ({ pages: [], notes: [], pageCount: 0 }) };
    const all = {
      generate: handler,
      zip: handler,
      export: handler,
      upkeep: handler,
      preview,
      'import-pdf': importPdf,
      import: handler,
      'read-students': readStudents,
      preflight: handler,
    };
    const complete: HandlersOf<'render-worker'> = all;
    // @ts-expect-error a handler is missing
    const missing: HandlersOf<'render-worker'> = {
      ...{ generate: handler, zip: handler, export: handler, preview, 'import-pdf': importPdf },
      ...{ import: handler, preflight: handler, 'read-students': readStudents },
    };
    const more = { ...all, email: handler };
    // @ts-expect-error another service works on this job
    const foreign: HandlersOf<'render-worker'> = more;
    expect([complete, missing, foreign]).toHaveLength(3);
  });
});

describe('a schedule', () => {
  it('repeats its job, exists once however many processes ensure it, and is restored after Redis lost it', async () => {
    const runs: string[] = [];
    const run = async ({ task }: JobData<'upkeep'>) => void runs.push(task);
    const serving = serveGenerate({}, 1, { upkeep: { run, giveUp: async () => undefined } });
    const keep = () => queue.ensureScheduled('upkeep', { task: 'scrub' }, { everyMs: 400, firstAfterMs: 10 });
    await Promise.all([keep(), keep(), keep()]);
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(1));
    await keep();
    expect((await queue.counts()).upkeep.delayed + (await queue.counts()).upkeep.waiting).toBeLessThan(2);
    await redis.flush();
    await vi.waitFor(async () => {
      await keep();
      const before = runs.length;
      await vi.waitFor(() => expect(runs.length).toBeGreaterThan(before), 1_000);
    });
    await serving.close();
    await redis.flush();
  });
});

describe('events', () => {
  it('compile only with their publisher and with every listener', () => {
    // @ts-expect-error the listener of domains is missing
    const deaf: EventListeners = { batch: () => undefined };
    // @ts-expect-error another service publishes domains
    const foreign = () => queue.publish('domain', { tenantId: hex('a'), status: 'verified' });
    expect([deaf, foreign]).toHaveLength(2);
  });

  const event = (rev: number): BatchEvent => ({
    tenantId: hex('a'),
    batchId: hex('b'),
    kind: 'generate',
    state: 'running',
    rev,
    total: 10,
    done: rev,
    failed: 0,
    cancelled: 0,
  });

  it('reach every subscriber in order, from the moment of its subscription', async () => {
    await queue.publish('batch', event(0));
    const seen: [number[], number[]] = [[], []];
    const subscriptions = await Promise.all(
      seen.map((revs) => queue.subscribe(onBatch(({ rev }) => void revs.push(rev)))),
    );
    for (let rev = 1; rev <= 20; rev++) await queue.publish('batch', event(rev));
    const expected = Array.from({ length: 20 }, (_, index) => index + 1);
    await vi.waitFor(() => expect(seen).toEqual([expected, expected]));
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
  });
});

describe('without Redis', () => {
  it('throws unavailable, and resumes with the jobs it had when Redis is reachable again', async () => {
    const runs: number[] = [];
    const events: number[] = [];
    await queue.enqueue('generate', chunk(), { delay: 60_000 });
    const serving = serveGenerate({ run: async (data) => void runs.push(data.from) });
    const subscription = await queue.subscribe(onBatch(({ rev }) => void events.push(rev)));
    await redis.kill();

    const answers = await Promise.allSettled([
      queue.enqueue('generate', chunk({ from: 50, to: 100 })),
      queue.check(),
      queue.counts(),
    ]);
    for (const answer of answers) {
      expect(answer.status === 'rejected' && isAppError(answer.reason, 'unavailable')).toBe(true);
    }

    await redis.start();
    await vi.waitFor(() => queue.check());
    await vi.waitFor(async () => {
      await promote('generate');
      await queue.enqueue('generate', chunk({ from: 50, to: 100 }));
      expect(new Set(runs)).toEqual(new Set([0, 50]));
    });
    await vi.waitFor(async () => {
      await queue.publish('batch', {
        tenantId: hex('a'),
        batchId: hex('b'),
        kind: 'zip',
        state: 'done',
        rev: 7,
        total: 0,
        done: 0,
        failed: 0,
        cancelled: 0,
      });
      expect(events).toContain(7);
    });
    await serving.close();
    await subscription.close();
  });
});
