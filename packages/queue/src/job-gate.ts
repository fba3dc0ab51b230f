import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@sello/kit';

interface RunningJob {
  /** Aborted when another job must run alone. */
  stop: AbortSignal;
  /** See `JobContext.alone`. */
  alone(run: () => Promise<void>): Promise<boolean>;
}

/** Lets the jobs of a process run beside each other, or one of them alone. */
export interface JobGate {
  /** Runs a job; waits while another runs alone or waits to. */
  enter<Result>(run: (job: RunningJob) => Promise<Result>): Promise<Result>;
}

export function createJobGate(waitMs = times.gateEmptyMs): JobGate {
  const running = new Set<AbortController>();
  let onlyOne: Promise<void> | undefined;
  let onLeave: () => void = () => undefined;

  /** Whether the others have ended in time. */
  async function untilOthersEnd(): Promise<boolean> {
    const timeout = new AbortController();
    const late = sleep(waitMs, true, { signal: timeout.signal }).catch(() => true);
    try {
      while (running.size > 1) {
        const left = new Promise<false>((resolve) => {
          onLeave = () => resolve(false);
        });
        if (await Promise.race([left, late])) return false;
      }
      return true;
    } finally {
      timeout.abort();
    }
  }

  async function runAlone(own: AbortController, run: () => Promise<void>): Promise<boolean> {
    if (onlyOne !== undefined) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    onlyOne = promise;
    try {
      for (const other of running) if (other !== own) other.abort();
      if (!(await untilOthersEnd())) return false;
      await run();
      return true;
    } finally {
      onlyOne = undefined;
      resolve();
    }
  }

  return {
    async enter(run) {
      while (onlyOne !== undefined) await onlyOne;
      const own = new AbortController();
      running.add(own);
      try {
        return await run({ stop: own.signal, alone: (work) => runAlone(own, work) });
      } finally {
        running.delete(own);
        onLeave();
      }
    },
  };
}
