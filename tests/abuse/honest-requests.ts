import { setTimeout as pause } from 'node:timers/promises';
import type { Figures, Size } from './attack.ts';

/** Makes a request of an honest user and returns its response time, ms. */
export type HonestRequest = () => Promise<number>;

/** Response times of honest requests without and during an attack: medians and slowest, ms. */
export interface ResponseTimes {
  quietMs: number;
  quietWorstMs: number;
  medianMs: number;
  worstMs: number;
}

/**
 * How long the baseline is measured before the attack and again after it, ms; both, because the other load of the machine
 * changes slowly.
 */
const quietForMs = { sample: 0, full: 5_000 } as const;

export interface MeasureOptions<Name extends string> {
  requests: Record<Name, HonestRequest>;
  size: Size;
  /** Pause between rounds, ms, with and without the attack: a machine that is never idle responds faster. */
  restMs?: number;
}

/** Repeats each kind of honest request while an attack runs, and at the same rate without it. */
export async function measureDuring<Result, Name extends string>(
  attack: () => Promise<Result>,
  { requests, size, restMs = 20 }: MeasureOptions<Name>,
): Promise<{ result: Result; times: Record<Name, ResponseTimes> }> {
  const names = Object.keys(requests) as Name[];
  const quiet = new Map<Name, number[]>(names.map((name) => [name, []]));
  const beside = new Map<Name, number[]>(names.map((name) => [name, []]));
  const round = async (times: Map<Name, number[]>): Promise<void> => {
    for (const name of names) times.get(name)!.push(await requests[name]());
    await pause(restMs);
  };
  const measureQuiet = async (): Promise<void> => {
    const end = performance.now() + quietForMs[size];
    do await round(quiet);
    while (performance.now() < end);
  };
  await measureQuiet();
  let isOver = false;
  const looking = (async () => {
    do await round(beside);
    while (!isOver);
  })();
  let result: Result;
  try {
    result = await attack();
  } finally {
    isOver = true;
    await looking.catch(() => undefined);
  }
  await looking;
  if (size === 'full') await measureQuiet();
  const responseTimesOf = (name: Name): ResponseTimes => ({
    quietMs: median(quiet.get(name)!),
    quietWorstMs: Math.round(Math.max(...quiet.get(name)!)),
    medianMs: median(beside.get(name)!),
    worstMs: Math.round(Math.max(...beside.get(name)!)),
  });
  return { result, times: Object.fromEntries(names.map((name) => [name, responseTimesOf(name)])) as never };
}

/** `{ lookUp: { quietMs } }` as `{ lookUpQuietMs }`. */
export function figuresOf(times: Record<string, ResponseTimes>): Figures {
  return Object.fromEntries(
    Object.entries(times).flatMap(([look, figures]) =>
      Object.entries(figures).map(([name, value]) => [look + name[0]!.toUpperCase() + name.slice(1), value]),
    ),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10;
}
