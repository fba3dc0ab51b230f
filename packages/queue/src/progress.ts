import { type BatchEvent, limits } from '@sello/contracts';
import type { Logger } from '@sello/kit';

/** What a count of a batch's rows found. `ended` is true for the caller who ended the batch. */
export interface BatchCount {
  event: BatchEvent;
  changed: boolean;
  ended: boolean;
}

export interface ProgressOptions {
  /** Counts the rows of a batch and writes the counts. */
  count: (tenantId: string, batchId: string) => Promise<BatchCount>;
  publish: (event: BatchEvent) => Promise<void>;
  /** True for one process among all per ms: it publishes this batch. */
  oncePer: (batchId: string, ms: number) => Promise<boolean>;
  log: Logger;
}

export interface Progress {
  /** Rows of the batch changed: counts and publishes at once, then at most five times a second per batch. Never throws. */
  touch(tenantId: string, batchId: string): void;
  /** Counts now and publishes whatever changed. Throws what the count throws. */
  settle(tenantId: string, batchId: string): Promise<BatchCount>;
  /** Publishes a count that somebody else made; an ended batch at once, never dropped. */
  publish(count: BatchCount): Promise<void>;
  /** Waits for what is scheduled. */
  close(): Promise<void>;
}

const turnMs = Math.ceil(1_000 / limits.progressPerSecond);

/**
 * Progress is a count over rows, never a sum of events: a lost or repeated event changes nothing. Counting is
 * coalesced, so that ten thousand rows cost a few counts a second.
 */
export function createProgress({ count, publish, oncePer, log }: ProgressOptions): Progress {
  // A batch stays here for one turn after it was counted; whatever touches it meanwhile waits for the end of the turn.
  const resting = new Map<string, { isTouched: boolean; timer: NodeJS.Timeout; again: () => void }>();
  const running = new Set<Promise<void>>();
  let isClosing = false;

  async function send(found: BatchCount): Promise<void> {
    try {
      await publish(found.event);
    } catch (error) {
      log.warn({ err: error }, 'progress could not be published');
    }
  }

  async function countAndSend(tenantId: string, batchId: string): Promise<void> {
    try {
      if (!isClosing && !(await oncePer(batchId, turnMs))) return touch(tenantId, batchId);
      const found = await count(tenantId, batchId);
      if (found.changed || found.ended) await send(found);
    } catch (error) {
      log.warn({ err: error }, 'progress could not be counted');
    }
  }

  function touch(tenantId: string, batchId: string): void {
    const rest = resting.get(batchId);
    if (rest !== undefined) {
      rest.isTouched = true;
      return;
    }
    const again = (): void => {
      const ended = resting.get(batchId);
      clearTimeout(ended?.timer);
      resting.delete(batchId);
      if (ended?.isTouched) touch(tenantId, batchId);
    };
    resting.set(batchId, { isTouched: false, timer: setTimeout(again, turnMs), again });
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
        if (await oncePer(batchId, turnMs).catch(() => true)) await send(found);
        else touch(tenantId, batchId);
      }
      return found;
    },
    publish: send,
    async close() {
      isClosing = true;
      await Promise.all(running);
      for (const { again } of [...resting.values()]) again();
      await Promise.all(running);
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}
