import { createRenderThread, type RenderThread, type RenderThreadOptions } from '@sello/render';

/** Render threads of which each prints one preview at a time, apart from those that issue certificates. */
export interface PreviewThreads {
  use<Result>(work: (thread: RenderThread) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** `count` is the number of previews that the process prints concurrently; a thread starts when it is needed. */
export function createPreviewThreads(count: number, options: RenderThreadOptions): PreviewThreads {
  const threads = Array.from({ length: count }, () => createRenderThread({ ...options, isForeground: true }));
  const idle = [...threads];
  return {
    async use(work) {
      // The thread used last is the one that has its fonts open.
      const thread = idle.pop();
      if (thread === undefined) throw new RangeError('more previews than threads');
      try {
        return await work(thread);
      } finally {
        idle.push(thread);
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
