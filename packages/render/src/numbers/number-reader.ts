import type { ReadNumbers } from '@sello/contracts';
import { FairPool, LimitedThread } from '@sello/kit';

/**
 * Finds the numbers of certificates in PDFs that strangers upload, on a worker thread of low priority with limits on CPU
 * time and memory. What it finds proves nothing and is only looked up.
 */
export interface NumberReader {
  /**
   * Reads one file at a time, round-robin between owners (client networks). `failed` when it cannot be read within the
   * budget, or when too many files are queued.
   */
  read(owner: string, path: string): Promise<ReadNumbers>;
  close(): Promise<void>;
}

/** Added to the budget of a new thread's first file, ms: what instantiating PDFium takes on a slow machine. */
const startupBudgetMs = 2_000;
/** PDFium keeps what the largest of them needed. */
const maxFilesPerThread = 20;
const maxQueued = 64;

/** `budgetMs`: limit of CPU time per file. */
export function createNumberReader({ budgetMs = 3_000 }: { budgetMs?: number } = {}): NumberReader {
  const thread = new LimitedThread<ReadNumbers>({
    script: new URL('./numbers.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    startupBudgetMs,
    maxTasks: maxFilesPerThread,
  });
  const queue = new FairPool([thread], { maxPending: maxQueued });
  const read = (reply: ReadNumbers) => reply;

  return {
    read: (owner, path) =>
      queue
        .take(owner, () => thread.run({ message: path, cpuMs: budgetMs, read }))
        .catch(() => ({ read: 'failed' as const })),
    close: () => thread.terminate(),
  };
}
