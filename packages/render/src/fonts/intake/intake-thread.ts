import { Worker } from 'node:worker_threads';
import { AppError } from '@sello/kit';
import { limitCpuTime } from '../../budget/cpu-limit.ts';
import { FairQueue } from '../../budget/fair-queue.ts';
import type { IntakeRefusal, TakenFont } from './take-in.ts';

export type FromIntake = { taken: TakenFont } | { refusal: IntakeRefusal };

/** Takes in uploaded fonts, each on a thread of its own that is ended when the file makes it compute for too long. */
export interface FontIntake {
  /**
   * One at a time; owners take turns. Throws `font_unreadable` {reason} and `font_embedding_forbidden` {reason}, and
   * `rate_limited` while too many wait.
   */
  take(owner: string, file: Uint8Array): Promise<TakenFont>;
}

/** CPU time that one file may take, ms: a font of 10 MB takes one to two seconds. */
const defaultBudgetMs = 15_000;
const waitingAtMost = 20;

export function createFontIntake({ budgetMs = defaultBudgetMs }: { budgetMs?: number } = {}): FontIntake {
  const queue = new FairQueue();
  let waiting = 0;
  return {
    async take(owner, file) {
      if (waiting >= waitingAtMost) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      waiting += 1;
      try {
        return await queue.run(owner, () => run(file, budgetMs));
      } finally {
        waiting -= 1;
      }
    },
  };
}

async function run(file: Uint8Array, budgetMs: number): Promise<TakenFont> {
  const thread = new Worker(new URL('./intake.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<FromIntake>();
  const refuse = (reason: string) => resolve({ refusal: { kind: 'unreadable', reason } });
  const clock = limitCpuTime(thread, budgetMs, () => refuse('reading it takes too long'));
  thread.once('message', resolve);
  thread.once('exit', () => refuse('reading it ended unexpectedly'));
  thread.once('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('reading it takes too much memory');
    else reject(error);
  });
  try {
    const copy = new Uint8Array(file);
    thread.postMessage(copy, [copy.buffer]);
    const answer = await promise;
    if ('taken' in answer) return answer.taken;
    const { kind, reason } = answer.refusal;
    throw new AppError(kind === 'forbidden' ? 'font_embedding_forbidden' : 'font_unreadable', {
      details: { reason },
    });
  } finally {
    clock.stop();
    await thread.terminate();
  }
}
