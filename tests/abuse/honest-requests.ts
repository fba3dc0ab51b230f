import { setTimeout as pause } from 'node:timers/promises';
import type { Figures, Size } from './attack.ts';

/** Something an honest person does again and again; answers the ms it took. */
export type HonestRequest = () => Promise<number>;

/** What honest people wait, in quiet and while an attack runs: medians and slowest, ms. */
export interface ResponseTimes {
  quietMs: number;
  quietWorstMs: number;
  medianMs: number;
  worstMs: number;
}

/** How long it is looked in quiet, before the attack and again after it: what else the machine does changes slowly, ms. */
const quietForMs = { sample: 0, full: 5_000 } as const;

export interface MeasureOptions<Name extends string> {
  requests: Record<Name, HonestRequest>;
  size: Size;
  /** Between rounds, ms; in quiet as well: a machine that was never idle answers faster than one that people use. */
  restMs?: number;
}

/** Looks again and again while an attack runs, each kind in turn, and as patiently in quiet. */
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
