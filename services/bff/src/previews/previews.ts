import type { Readable } from 'node:stream';
import { type Blobs, previewKeys } from '@sello/blobs';
import { type Design, serviceLimits } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Queue } from '@sello/queue';
import { newId } from '@sello/store';

/** What is printed: a stored template, or a design that is stored nowhere. */
export type PreviewSource = { templateId: string } | { design: Design };

/** Prints templates in a render-worker for a person who waits for it. Nothing stays stored. */
export interface Previews {
  /**
   * The printed PDF; what it was made of is deleted when the stream closes. Throws what the job throws, `worker_busy`,
   * `work_too_slow` and `unavailable`.
   */
  print(
    tenantId: string,
    source: PreviewSource,
    options: { studentId?: string | undefined; mark: boolean },
  ): Promise<{ stream: Readable; size: number }>;
}

export function createPreviews({
  blobs,
  queue,
  log,
  closing,
}: {
  blobs: Blobs;
  queue: Pick<Queue<'bff'>, 'ask'>;
  log: Logger;
  /** Aborted when the service drains. */
  closing: AbortSignal;
}): Previews {
  return {
    async print(tenantId, source, { studentId, mark }) {
      const previewId = newId();
      const keys = previewKeys(tenantId, previewId);
      const remove = () =>
        Promise.all(Object.values(keys).map((key) => blobs.delete(key))).catch((error: unknown) => {
          log.warn({ err: error, previewId }, 'a preview could not be deleted; it is swept later');
        });
      try {
        if ('design' in source) await blobs.put(keys.design, Buffer.from(JSON.stringify(source.design)));
        await queue.ask(
          'preview',
          {
            ...{ tenantId, previewId, mark },
            ...('templateId' in source && { templateId: source.templateId }),
            ...(studentId !== undefined && { studentId }),
          },
          { timeoutMs: serviceLimits.previewWaitMs, signal: closing },
        );
        const file = await blobs.get(keys.pdf);
        file.stream.once('close', remove);
        return file;
      } catch (error) {
        await remove();
        throw error;
      }
    },
  };
}
