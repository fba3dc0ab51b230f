import { limits } from '@sello/contracts';
import { AppError, createLogger } from '@sello/kit';
import type { JobContext } from '@sello/queue';
import { expect, it } from 'vitest';
import { type GenerateParts, generateJob } from './generate.ts';

const chunk = { tenantId: 'a'.repeat(24), batchId: 'b'.repeat(24), from: 0, to: limits.chunkItems };

it('frees the rows of a run that the database left in the lurch as soon as the database is back', async () => {
  let isAway = false;
  let issued = 0;
  let holder: 'nobody' | 'first' | 'second' = 'nobody';
  const answer = <Result>(result: () => Result): Promise<Result> =>
    isAway ? Promise.reject(new AppError('unavailable')) : Promise.resolve().then(result);
  const items = [{ index: 0, fence: 1 }];
  const batches = {
    claim: () =>
      answer(() => {
        if (holder !== 'nobody') return { id: '', batchId: chunk.batchId, items: [] };
        holder = issued === 0 ? 'first' : 'second';
        return { id: 'claim', batchId: chunk.batchId, items };
      }),
    heldFor: () => answer(() => (holder === 'nobody' ? 0 : limits.leaseMs)),
    get: () => answer(() => ({ _id: chunk.batchId })),
    finish: () => answer(() => ({ held: 1, refused: 0 })),
    release: () =>
      answer(() => {
        holder = 'nobody';
        return 1;
      }),
    nextChunks: () => answer(() => []),
  };
  const parts = {
    store: { batches },
    queue: { enqueue: async () => {} },
    progress: { touch: () => {}, settle: async () => {} },
    objectStore: { isOurs: async () => true },
    issuing: {
      issue: async () => {
        if (issued++ === 0) isAway = true;
        return answer(() => ({ outcomes: [], heldBack: [], postponed: [] }));
      },
    },
    metrics: { chunkStarts: () => () => {}, rowsDone: () => {} },
    owner: 'worker',
  } as unknown as GenerateParts;
  const context = {
    log: createLogger({ service: 'test', level: 'silent' }),
    handBack: (ms: number) => {
      throw new Error(`handed back for ${ms} ms`);
    },
  } as unknown as JobContext;

  const job = generateJob(parts);
  await expect(job.run(chunk, context)).rejects.toMatchObject({ code: 'unavailable' });
  isAway = false;
  await job.run(chunk, context);
  expect([issued, holder]).toEqual([2, 'second']);
});
