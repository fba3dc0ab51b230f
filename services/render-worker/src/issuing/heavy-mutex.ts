import { times } from '@sello/kit';

/** One chunk's hold of the mutex. */
export interface TimeSlice {
  /** False once the time is up: the remaining rows are postponed. */
  hasTimeLeft(): boolean;
  release(): void;
}

/**
 * Lets one chunk per process at a time stamp heavy certificates, for one second. Other chunks with heavy rows return to
 * the queue at once, so that concurrency slots stay free for certificates that take milliseconds.
 */
export interface HeavyMutex {
  /** `undefined` while another chunk holds it. */
  tryAcquire(): TimeSlice | undefined;
}

export function createHeavyMutex(now: () => number = () => performance.now()): HeavyMutex {
  let holder: object | undefined;
  return {
    tryAcquire() {
      if (holder !== undefined) return undefined;
      const self = {};
      holder = self;
      const deadline = now() + times.heavySliceMs;
      return {
        hasTimeLeft: () => holder === self && now() < deadline,
        release() {
          if (holder === self) holder = undefined;
        },
      };
    },
  };
}
