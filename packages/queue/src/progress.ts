import { type BatchEvent, serviceLimits } from '@sello/contracts';
import type { Logger } from '@sello/kit';

/** The result of counting a batch's rows. `ended` is true for the one caller whose count ended the batch. */
export interface BatchCount {
  event: BatchEvent;
  changed: boolean;
  ended: boolean;
}

export interface ProgressOptions {
  /** Counts the rows of a batch and writes the counts. */
  count: (tenantId: string, batchId: string) => Promise<BatchCount>;
  publish: (event: BatchEvent) => Promise<void>;
  /** True for one process of all within `ms`; only that one publishes this batch. */
  oncePer: (batchId: string, ms: number) => Promise<boolean>;
  /** Called by the one process whose count has ended a batch. What it throws is logged. */
  onEnded?: ((event: BatchEvent) => Promise<void>) | undefined;
  log: Logger;
}

export interface Progress {
  /** Rows of the batch changed: counts and publishes at once, then at most five times a second per batch. Does not throw. */
  touch(tenantId: string, batchId: string): void;
  /** Counts now and publishes the count if it changed. Throws the faults of `count`. */
  settle(tenantId: string, batchId: string): Promise<BatchCount>;
  /** Publishes a count that the caller has made, without a limit on the rate. */
  publish(count: BatchCount): Promise<void>;
  /** Runs the counts that are scheduled and waits for them. */
  close(): Promise<void>;
}

const intervalMs = Math.ceil(1_000 / serviceLimits.progressPerSecond);

/**
 * Progress is a count over rows, never a sum of events, so a lost or repeated event changes nothing. Counts are
 * throttled: ten thousand rows cost a few counts a second.
 */
export function createProgress({ count, publish, oncePer, onEnded, log }: ProgressOptions): Progress {
  // A batch stays here for one interval after it was counted; a touch meanwhile is counted at the end of the interval.
  const throttled = new Map<string, { isTouched: boolean; timer: NodeJS.Timeout; again: () => void }>();
  const running = new Set<Promise<void>>();
  /** Batches with a change that was counted when another had just been published: later counts find no change. */
  const unsent = new Set<string>();
  let isClosing = false;

  async function send(found: BatchCount): Promise<void> {
    unsent.delete(found.event.batchId);
    try {
      await publish(found.event);
    } catch (error) {
      log.warn({ err: error }, 'progress could not be published');
    }
    if (!found.ended || onEnded === undefined) return;
    try {
      await onEnded(found.event);
    } catch (error) {
      const { batchId } = found.event;
      log.warn({ err: error, batchId }, 'what follows the batch could not be made; the reconciler makes it');
    }
  }

  async function countAndSend(tenantId: string, batchId: string): Promise<void> {
    try {
      if (!isClosing && !(await oncePer(batchId, intervalMs))) return touch(tenantId, batchId);
      const found = await count(tenantId, batchId);
      if (found.changed || found.ended || unsent.has(batchId)) await send(found);
    } catch (error) {
      log.warn({ err: error }, 'progress could not be counted');
    }
  }

  function touch(tenantId: string, batchId: string): void {
    const current = throttled.get(batchId);
    if (current !== undefined) {
      current.isTouched = true;
      return;
    }
    const again = (): void => {
      const ended = throttled.get(batchId);
      clearTimeout(ended?.timer);
      throttled.delete(batchId);
      if (ended?.isTouched) touch(tenantId, batchId);
    };
    throttled.set(batchId, { isTouched: false, timer: setTimeout(again, intervalMs), again });
    const counting = countAndSend(tenantId, batchId);
    running.add(counting);
    void counting.finally(() => running.delete(counting));
  }

  return {
    touch,
    async settle(tenantId, batchId) {
      const found = await count(tenantId, batchId);
      const isFinal = found.event.state === 'done' || found.event.state === 'cancelled';
      if (found.ended || isFinal) await send(found);
      else if (found.changed) {
        if (await oncePer(batchId, intervalMs).catch(() => true)) await send(found);
        else {
          unsent.add(batchId);
          touch(tenantId, batchId);
        }
      }
      return found;
    },
    publish: send,
    async close() {
      isClosing = true;
      await Promise.all(running);
      for (const { again } of [...throttled.values()]) again();
      await Promise.all(running);
      for (const { timer } of throttled.values()) clearTimeout(timer);
      throttled.clear();
    },
  };
}
