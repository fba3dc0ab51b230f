import { AppError } from '@sello/kit';
import { FairQueue } from '../../budget/fair-queue.ts';
import { LimitedThread, ThreadFailure } from '../../budget/limited-thread.ts';
import type { IntakeRefusal, TakenFont } from './take-in.ts';

export type FromIntake = { taken: TakenFont } | { refusal: IntakeRefusal };

/** Sanitizes uploaded fonts, each on a worker thread of its own with limits of CPU time and memory. */
export interface FontIntake {
  /**
   * Fonts are processed one at a time, round robin by owner. Throws AppError `font_unreadable` {reason},
   * `font_embedding_forbidden` {reason}, and `rate_limited` {retryAfter} while 20 uploads are waiting or in progress.
   */
  take(owner: string, file: Uint8Array): Promise<TakenFont>;
}

/** Limit of CPU time per file, ms; a font of 10 MB takes one to two seconds. */
const defaultBudgetMs = 15_000;
const maxPending = 20;

export function createFontIntake({ budgetMs = defaultBudgetMs }: { budgetMs?: number } = {}): FontIntake {
  const queue = new FairQueue();
  let pending = 0;
  return {
    async take(owner, file) {
      if (pending >= maxPending) throw new AppError('rate_limited', { details: { retryAfter: 10 } });
      pending += 1;
      try {
        return await queue.run(owner, () => run(file, budgetMs));
      } finally {
        pending -= 1;
      }
    },
  };
}

async function run(file: Uint8Array, budgetMs: number): Promise<TakenFont> {
  const thread = new LimitedThread<FromIntake>({
    script: new URL('./intake.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    startupMs: 0,
  });
  const copy = new Uint8Array(file);
  try {
    const read = (answer: FromIntake) => answer;
    const answer = await thread
      .run({ message: copy, transfer: [copy.buffer], cpuMs: budgetMs, read })
      .catch(refusalOf);
    if ('taken' in answer) return answer.taken;
    const { kind, reason } = answer.refusal;
    throw new AppError(kind === 'forbidden' ? 'font_embedding_forbidden' : 'font_unreadable', {
      details: { reason },
    });
  } finally {
    await thread.terminate();
  }
}

const reasons = {
  time: 'reading it takes too long',
  memory: 'reading it takes too much memory',
  exit: 'reading it ended unexpectedly',
};

function refusalOf(failure: unknown): FromIntake {
  if (!(failure instanceof ThreadFailure)) throw failure;
  if (failure.reason === 'error') throw failure.cause;
  return { refusal: { kind: 'unreadable', reason: reasons[failure.reason] } };
}
