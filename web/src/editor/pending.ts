/** Thrown by work that needs a file which is being fetched. `arrival` rejects when it cannot be. */
export class Pending extends Error {
  readonly arrival: Promise<void>;

  constructor(arrival: Promise<void>) {
    super('a file is being fetched');
    this.name = 'Pending';
    this.arrival = arrival;
    // Whoever asked may have gone by the time it fails.
    arrival.catch(() => undefined);
  }
}

/** The outcome of work: its result, or what it waits for. */
export type Attempt<T> = { value: T } | { arrival: Promise<void> };

/** Runs work once. Throws what it throws, except `Pending`. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Pending) return { arrival: error.arrival };
    throw error;
  }
}

/** Runs all work until its files are there. Rejects when one of them cannot be fetched. */
export async function settle<T>(works: readonly (() => T)[]): Promise<T[]> {
  for (;;) {
    const attempts = works.map(attempt);
    const arrivals = attempts.flatMap((one) => ('arrival' in one ? [one.arrival] : []));
    if (arrivals.length === 0) return attempts.flatMap((one) => ('value' in one ? [one.value] : []));
    await Promise.all(arrivals);
  }
}
