/** How long a chunk may go on with certificates that take long before it lets others have its place, ms. */
export const sliceMs = 1_000;

/** A chunk's time for heavy certificates. */
export interface Slice {
  /** False when the time is over: what is left is for another turn. */
  isOpen(): boolean;
  end(): void;
}

/**
 * Heavy certificates take turns: in one process one chunk at a time works on them, for a second. All others that have
 * any go back to the queue at once, so that the places for jobs stay free for whoever needs milliseconds.
 */
export interface HeavyLane {
  /** `undefined` while another chunk has the lane. */
  enter(): Slice | undefined;
}

export function createHeavyLane(now: () => number = () => performance.now()): HeavyLane {
  let holder: object | undefined;
  return {
    enter() {
      if (holder !== undefined) return undefined;
      const mine = {};
      holder = mine;
      const until = now() + sliceMs;
      return {
        isOpen: () => holder === mine && now() < until,
        end() {
          if (holder === mine) holder = undefined;
        },
      };
    },
  };
}
