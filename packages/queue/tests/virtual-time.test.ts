import { type JobData, limits } from '@sello/contracts';
import { describe, expect, it, vi } from 'vitest';
import { jobIdOf } from '../src/job-id.ts';
import { highestTag } from '../src/virtual-time.ts';
import { useEmailQueue } from './email-queue.ts';

const hex = (digit: string): string => digit.repeat(24);
const chunkOf = (digit: string, from: number): JobData<'email'> => ({
  ...{ tenantId: hex(digit), batchId: hex(digit) },
  ...{ from, to: from + 1 },
});

const opened = useEmailQueue();

/** Serves the queue with one job at a time. */
function serve(run: (digit: string, data: JobData<'email'>) => Promise<void> | void): void {
  const giveUp = async () => undefined;
  opened.serve(
    {
      email: { giveUp, run: async (data) => run(data.tenantId[0]!, data) },
      invite: {
        giveUp,
        run: async ({ tenantId, letterId }) => run(`invite of ${tenantId[0]}`, letterId as never),
      },
      mistake: { giveUp, run: async () => undefined },
    },
    { concurrency: { email: 1 } },
  );
}

/** The order in which the jobs that wait are run, as tenant and row. */
async function orderOf(count: number): Promise<string> {
  const order: string[] = [];
  serve((digit, data) => void order.push(`${digit}${data.from ?? ''}`));
  await vi.waitFor(() => expect(order).toHaveLength(count));
  return order.join(' ');
}

const priorities = async (): Promise<number[]> =>
  (await opened.bull.getJobs(['prioritized', 'delayed'])).map(({ priority }) => priority);

describe('the share of a tenant', () => {
  it('is that of every other, however long its batch is and however often the others begin a small one', async () => {
    const jobsOfSmall = 1;
    const next = new Map<string, number>();
    const ended = new Map<string, number>();
    function enqueueNext(digit: string, count: number): Promise<void> {
      const first = next.get(digit) ?? 0;
      next.set(digit, first + count);
      return opened.queue.enqueueAll(
        'email',
        Array.from({ length: count }, (_, at) => chunkOf(digit, first + at)),
      );
    }
    await enqueueNext('a', 2 * limits.chunksInQueue);
    for (const digit of ['b', 'c', 'd', 'e']) await enqueueNext(digit, jobsOfSmall);
    let total = 0;
    serve(async (digit) => {
      if (total === 300) return;
      total++;
      const count = (ended.get(digit) ?? 0) + 1;
      ended.set(digit, count);
      if (digit === 'a') await enqueueNext(digit, 1);
      else if (count % jobsOfSmall === 0) await enqueueNext(digit, jobsOfSmall);
    });
    await vi.waitFor(() => expect(total).toBe(300));
    const shares = Object.fromEntries(ended);
    expect(Math.min(...Object.values(shares)), JSON.stringify(shares)).toBeGreaterThan(50);
    expect(Math.max(...Object.values(shares)), JSON.stringify(shares)).toBeLessThan(70);
  });

  it('is not made smaller by enqueuing again what waits, nor larger by having been idle', async () => {
    const all = [0, 1, 2, 3].map((from) => chunkOf('a', from));
    await opened.queue.enqueueAll('email', all);
    for (let time = 0; time < 5; time++) await opened.queue.enqueueAll('email', all);
    await opened.queue.enqueue('email', chunkOf('a', 4));
    await opened.queue.enqueueAll(
      'email',
      [0, 1, 2, 3, 4, 5].map((from) => chunkOf('b', from)),
    );
    expect(await orderOf(11)).toBe('a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 b5');
    await opened.stopServing();
    await opened.queue.enqueueAll(
      'email',
      [5, 6, 7].map((from) => chunkOf('a', from)),
    );
    await opened.queue.enqueueAll(
      'email',
      [8, 9].map((from) => chunkOf('c', from)),
    );
    expect(await orderOf(5)).toBe('a5 c8 a6 c9 a7');
  });

  it('is kept for each kind of job: an invitation does not wait behind the tenant’s own certificates', async () => {
    await opened.queue.enqueueAll(
      'email',
      [0, 1, 2].map((from) => chunkOf('a', from)),
    );
    await opened.queue.enqueue('invite', { tenantId: hex('a'), inviteId: hex('1'), letterId: hex('2') });
    expect(await orderOf(4)).toBe('a0 invite of a a1 a2');
  });

  it('comes before everything that is enqueued in the background', async () => {
    const background = { inBackground: true };
    await opened.queue.enqueue('email', chunkOf('a', 0), background);
    await opened.queue.enqueue('email', chunkOf('a', 1), background);
    await opened.queue.enqueue('email', chunkOf('b', 2), background);
    await opened.queue.enqueueAll(
      'email',
      [3, 4].map((from) => chunkOf('b', from)),
    );
    await opened.queue.enqueue('email', chunkOf('c', 5));
    expect(await orderOf(6)).toBe('b3 c5 b4 a0 b2 a1');
  });

  it('is the same after a job that was delayed for long has come back with its old place', async () => {
    await opened.queue.enqueue('email', chunkOf('a', 0), { delay: 3_600_000 });
    await opened.queue.enqueueAll(
      'email',
      Array.from({ length: 20 }, (_, from) => chunkOf('b', from + 1)),
    );
    await orderOf(20);
    await opened.stopServing();
    await opened.queue.enqueueAll(
      'email',
      [21, 22].map((from) => chunkOf('b', from)),
    );
    for (const job of await opened.bull.getDelayed()) await job.promote();
    await opened.queue.enqueueAll(
      'email',
      [23, 24].map((from) => chunkOf('c', from)),
    );
    expect(await orderOf(5)).toBe('a0 b21 c23 b22 c24');
  });
});

describe('places', () => {
  /** As after so many jobs without a moment in which none waited. */
  async function waitLong(inBackground: boolean): Promise<void> {
    await opened.keys.zadd(`sello:tags:email${inBackground ? ':background' : ''}`, highestTag - 6, 'time');
  }

  it.each([false, true])(
    'are numbered anew when the highest is reached, in the same order; in the background: %s',
    async (inBackground) => {
      const enqueue = async (digit: string, rows: readonly number[]) => {
        for (const from of rows) await opened.queue.enqueue('email', chunkOf(digit, from), { inBackground });
      };
      await waitLong(inBackground);
      await opened.queue.enqueue('email', chunkOf('a', 0), { inBackground, delay: 3_600_000 });
      await enqueue('a', [1, 2, 3]);
      await enqueue('b', [4, 5]);
      expect(Math.max(...(await priorities())) % 2 ** 20).toBe(highestTag - 2);
      await enqueue('a', [6, 7, 8]);
      await enqueue('c', [9, 10]);
      const all = await priorities();
      expect(all).toHaveLength(11);
      expect(Math.max(...all) % 2 ** 20).toBeLessThan(10);
      expect(all.every((one) => one > 2 ** 20 === inBackground)).toBe(true);
      for (const job of await opened.bull.getDelayed()) await job.promote();
      expect(await orderOf(11)).toBe('a1 b4 c9 a0 a2 b5 c10 a3 a6 a7 a8');
    },
  );

  it('that are far behind, because the queue was numbered anew meanwhile, are taken again by the next attempt', async () => {
    const late = chunkOf('a', 0);
    await opened.bull.add('email', late, { jobId: jobIdOf('email', late), priority: highestTag });
    await opened.keys.zadd('sello:tags:email', 1, 'time');
    for (const from of [1, 2]) {
      await opened.bull.add('email', chunkOf('b', from), { priority: from });
    }
    await opened.queue.enqueue('email', late);
    expect(await orderOf(3)).toBe('a0 b1 b2');
  });
});
