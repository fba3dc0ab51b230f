/** Lets so many in at a time, in the order in which they came. */
export interface Gate {
  through<Value>(run: () => Promise<Value>): Promise<Value>;
}

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async through(run) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await run();
      } finally {
        // Handed over rather than freed, so that nobody who comes meanwhile is faster.
        const next = waiting.shift();
        if (next === undefined) free++;
        else next();
      }
    },
  };
}
