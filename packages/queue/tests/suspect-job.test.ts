import { describe, expect, it, vi } from 'vitest';
import { jobIdOf } from '../src/job-id.ts';
import { useEmailQueue } from './email-queue.ts';

const data = { tenantId: 'a'.repeat(24), inviteId: 'b'.repeat(24), letterId: 'c'.repeat(24) };
const hash = `sello:email:${jobIdOf('invite', data)}`;

const opened = useEmailQueue();

/** Serves the job of an invitation; returns what it was given up for. */
function serve(run: () => Promise<void>): unknown[] {
  const failures: unknown[] = [];
  const nothing = { run: async () => undefined, giveUp: async () => undefined };
  opened.serve(
    {
      ...{ email: nothing, mistake: nothing },
      invite: { run, giveUp: async (_data, error) => void failures.push(error) },
    },
    { concurrency: { email: 2 } },
  );
  return failures;
}

/** A job in whose hash stands how many processes were killed with it, and how many of them ran nothing else. */
async function enqueueKilled(stalled: number, endedAlone = 0): Promise<void> {
  await opened.queue.enqueue('invite', data, { delay: 3_600_000 });
  await opened.keys.hset(hash, { stc: stalled, endedAlone });
  for (const job of await opened.bull.getDelayed()) await job.promote();
}

describe('a job of which processes end', () => {
  it('fails when three have ended that ran nothing else, with an error of its own, and is not tried again', async () => {
    const run = vi.fn(async () => undefined);
    const failures = serve(run);
    await enqueueKilled(5, 3);
    await vi.waitFor(async () => expect(await opened.bull.getFailedCount()).toBe(1));
    expect(failures).toMatchObject([{ code: 'job_ended_worker', details: { times: 3 } }]);
    expect(run).not.toHaveBeenCalled();
  });

  it('is counted before it runs alone, and no longer when the process has lived', async () => {
    const counts: (string | null)[] = [];
    const failures = serve(async () => {
      counts.push(await opened.keys.hget(hash, 'endedAlone'));
      throw new Error('a fault');
    });
    await enqueueKilled(2);
    await vi.waitFor(async () => expect(await opened.bull.getDelayedCount()).toBe(1));
    expect(counts).toEqual(['1']);
    expect(await opened.keys.hget(hash, 'endedAlone')).toBe('0');
    expect(failures).toEqual([]);
  });

  it('ends as any other when it comes to its end', async () => {
    serve(async () => undefined);
    await enqueueKilled(2);
    await vi.waitFor(async () => expect(await opened.keys.exists(hash)).toBe(0));
    expect(await opened.bull.getFailedCount()).toBe(0);
  });

  it('waits for an older process when it has ended one, as what kills processes often must not be taken for it', async () => {
    const run = vi.fn(async () => undefined);
    serve(run);
    await enqueueKilled(3, 2);
    await vi.waitFor(async () => expect(await opened.bull.getDelayedCount()).toBe(1));
    expect(run).not.toHaveBeenCalled();
    expect(await opened.keys.hget(hash, 'endedAlone')).toBe('2');
  });

  it('runs beside others while it was killed no more than twice, whatever was counted', async () => {
    const run = vi.fn(async () => undefined);
    serve(run);
    await enqueueKilled(1, 3);
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  });
});
