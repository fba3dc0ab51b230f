/**
 * A semaphore with a rate limit. The holder of a slot has a connection to the mail server of its own and is within the
 * rate, so that a message stored as `sending` is being sent and does not wait in this process.
 */
export interface Slots {
  /** Waits for a slot; the returned function releases it. Throws when aborted. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSlots({ connections, perSecond }: { connections: number; perSecond: number }): Slots {
  let free = connections;
  let nextAt = 0;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  async function acquireConnection(): Promise<void> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async acquire(signal) {
      await acquireConnection();
      try {
        signal.throwIfAborted();
        const now = Date.now();
        const at = Math.max(now, nextAt);
        nextAt = at + 1_000 / perSecond;
        if (at > now) await wait(at - now, signal);
      } catch (error) {
        release();
        throw error;
      }
      let isHeld = true;
      return () => {
        if (isHeld) release();
        isHeld = false;
      };
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
