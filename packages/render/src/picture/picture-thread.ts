import { Worker } from 'node:worker_threads';
import { AppError } from '@sello/kit';
import { limitCpuTime } from '../budget/cpu-limit.ts';
import { FairQueue } from '../budget/fair-queue.ts';
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
const startupMs = 5_000;
/** A WebAssembly heap never shrinks: the thread is replaced after this many pictures to free it. */
const maxPicturesPerThread = 200;
/** An idle thread is terminated after this time for the same reason, ms. */
const idleMs = 60_000;

export function createPictureThread({
  budgetMs = 4_000,
  maxQueued = 64,
}: PictureThreadOptions = {}): PictureThread {
  const queue = new FairQueue();
  let worker: Worker | undefined;
  let drawn = 0;
  let queued = 0;
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

  async function terminate(): Promise<void> {
    const terminated = worker;
    worker = undefined;
    await terminated?.terminate();
  }

  function scheduleTermination(): void {
    if (drawn >= maxPicturesPerThread) void terminate();
    worker?.unref();
    idle = setTimeout(() => void terminate(), idleMs);
    idle.unref();
  }

  function drawNow(pdf: Uint8Array): Promise<Picture> {
    const thread = start();
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) => {
        cleanUp();
        void terminate();
        reject(new AppError('unavailable', { cause }));
      };
      const exit = () => fail(new Error('the picture thread exited'));
      const limit = limitCpuTime(thread, budgetMs + (drawn === 0 ? startupMs : 0), () =>
        fail(new Error('rendering a picture exceeded its budget')),
      );
      const cleanUp = () => {
        limit.stop();
        thread.off('message', onMessage).off('error', fail).off('exit', exit);
      };
      const onMessage = (message: FromPictureThread) => {
        // After an error the state of PDFium is undefined, so the thread is replaced.
        if ('error' in message) return fail(new Error(message.error));
        cleanUp();
        drawn++;
        resolve(message.picture);
      };
      thread.on('message', onMessage).on('error', fail).on('exit', exit);
      thread.ref();
      const copy = new Uint8Array(pdf);
      thread.postMessage(copy, [copy.buffer]);
    });
  }

  return {
    async draw(owner, pdf) {
      if (queued >= maxQueued) throw new AppError('unavailable');
      queued++;
      try {
        return await queue.run(owner, () => drawNow(pdf).finally(scheduleTermination));
      } finally {
        queued--;
      }
    },
    async close() {
      clearTimeout(idle);
      await terminate();
    },
  };
}
