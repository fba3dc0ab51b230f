import { AppError, FairPool, LimitedThread } from '@sello/kit';
import type { FromPictureThread, Picture } from './messages.ts';

/**
 * Renders the first page of PDFs on a worker thread of low priority, which can be terminated while it computes. PDFium
 * runs as WebAssembly, so a malformed file can affect the thread's own memory only.
 */
export interface PictureThread {
  /**
   * Renders one file at a time, round-robin between owners (client networks). Throws `unavailable` when the file cannot
   * be rendered within the budget, or when too many files are queued.
   */
  draw(owner: string, pdf: Uint8Array): Promise<Picture>;
  close(): Promise<void>;
}

export interface PictureThreadOptions {
  /** CPU time budget for one picture, ms. */
  budgetMs?: number;
  /** Limit of files that are queued or being rendered. */
  maxQueued?: number;
}

/**
 * Added to the budget of a new thread's first picture, ms: instantiating PDFium takes up to this on a loaded machine.
 */
const startupBudgetMs = 5_000;
/** PDFium keeps what the largest of them needed. */
const maxPicturesPerThread = 200;

export function createPictureThread({
  budgetMs = 4_000,
  maxQueued = 64,
}: PictureThreadOptions = {}): PictureThread {
  const thread = new LimitedThread<FromPictureThread>({
    script: new URL('./picture.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    startupBudgetMs,
    maxTasks: maxPicturesPerThread,
  });
  const queue = new FairPool([thread], { maxPending: maxQueued, whenFull: 'unavailable' });

  async function drawNow(pdf: Uint8Array): Promise<Picture> {
    const copy = new Uint8Array(pdf);
    try {
      const read = (reply: FromPictureThread) => reply;
      const reply = await thread.run({ message: copy, transfer: [copy.buffer], cpuMs: budgetMs, read });
      if ('picture' in reply) return reply.picture;
      // After an error the state of PDFium is undefined.
      await thread.terminate();
      throw new Error(reply.error);
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    }
  }

  return {
    draw: (owner, pdf) => queue.take(owner, () => drawNow(pdf)),
    close: () => thread.terminate(),
  };
}
