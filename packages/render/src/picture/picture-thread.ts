import { Worker } from 'node:worker_threads';
import { AppError } from '@sello/kit';
import { watch } from '../budget/cpu-clock.ts';
import { FairQueue } from '../budget/fair-queue.ts';
import type { FromPictureThread, Picture } from './messages.ts';

/**
 * Draws the first page of PDFs, on one thread of low priority that can be ended in the middle of it. PDFium is
 * WebAssembly there: whatever a file makes it do stays within the thread's own memory.
 */
export interface PictureThread {
  /**
   * One after the other, and owners (networks) take turns. Throws `unavailable` when the file cannot be drawn within the
   * budget, or too many wait.
   */
  draw(owner: string, pdf: Uint8Array): Promise<Picture>;
  close(): Promise<void>;
}

export interface PictureThreadOptions {
  /** CPU time that one picture may take, ms. */
  budgetMs?: number;
  /** Pictures that may wait. */
  waiting?: number;
}

/** Instantiating PDFium on a busy machine comes on top for a thread that has just begun, ms. */
const openingMs = 5_000;
/** The heap of a WebAssembly module only grows: after so many pictures a fresh thread gives it back. */
const picturesOfThread = 200;
/** So does an idle thread, ms. */
const idleMs = 60_000;

export function createPictureThread({
  budgetMs = 4_000,
  waiting: mostWaiting = 64,
}: PictureThreadOptions = {}): PictureThread {
  const queue = new FairQueue();
  let worker: Worker | undefined;
  let drawn = 0;
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    clearTimeout(idle);
    if (worker) return worker;
    worker = new Worker(new URL('./picture.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    worker.on('error', () => undefined);
    drawn = 0;
    return worker;
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function rest(): void {
    if (drawn >= picturesOfThread) void end();
    worker?.unref();
    idle = setTimeout(() => void end(), idleMs);
    idle.unref();
  }

  function drawNow(pdf: Uint8Array): Promise<Picture> {
    const thread = start();
    return new Promise((resolve, reject) => {
      const giveUp = (cause: Error) => {
        settle();
        void end();
        reject(new AppError('unavailable', { cause }));
      };
      const exit = () => giveUp(new Error('the thread that draws ended'));
      const clock = watch(thread, budgetMs + (drawn === 0 ? openingMs : 0), () =>
        giveUp(new Error('a picture took longer than its budget')),
      );
      const settle = () => {
        clock.stop();
        thread.off('message', take).off('error', giveUp).off('exit', exit);
      };
      const take = (answer: FromPictureThread) => {
        // A file that PDFium gave up on may have left it in any state.
        if ('error' in answer) return giveUp(new Error(answer.error));
        settle();
        drawn++;
        resolve(answer.picture);
      };
      thread.on('message', take).on('error', giveUp).on('exit', exit);
      thread.ref();
      const copy = new Uint8Array(pdf);
      thread.postMessage(copy, [copy.buffer]);
    });
  }

  return {
    async draw(owner, pdf) {
      if (waiting >= mostWaiting) throw new AppError('unavailable');
      waiting++;
      try {
        return await queue.take(owner, () => drawNow(pdf).finally(rest));
      } finally {
        waiting--;
      }
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}
