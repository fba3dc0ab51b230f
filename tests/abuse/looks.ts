import { setTimeout as pause } from 'node:timers/promises';
import type { Figures, Size } from './attack.ts';

/** Something an honest person does again and again; answers the ms it took. */
export type Look = () => Promise<number>;

/** What honest people wait, in quiet and while an attack runs: medians and slowest, ms. */
export interface Waits {
  quietMs: number;
  quietWorstMs: number;
  medianMs: number;
  worstMs: number;
}

/** How long it is looked in quiet, before the attack and again after it: what else the machine does changes slowly, ms. */
const quietForMs = { sample: 0, full: 5_000 } as const;

export interface Looking<Name extends string> {
  looks: Record<Name, Look>;
  size: Size;
  /** Between rounds, ms; in quiet as well: a machine that was never idle answers faster than one that people use. */
  restMs?: number;
}

/** Looks again and again while an attack runs, each kind in turn, and as patiently in quiet. */
export async function lookBeside<Result, Name extends string>(
  attack: () => Promise<Result>,
  { looks, size, restMs = 20 }: Looking<Name>,
): Promise<{ result: Result; waits: Record<Name, Waits> }> {
  const names = Object.keys(looks) as Name[];
  const quiet = new Map<Name, number[]>(names.map((name) => [name, []]));
  const beside = new Map<Name, number[]>(names.map((name) => [name, []]));
  const round = async (times: Map<Name, number[]>): Promise<void> => {
    for (const name of names) times.get(name)!.push(await looks[name]());
    await pause(restMs);
  };
  const lookInQuiet = async (): Promise<void> => {
    const end = performance.now() + quietForMs[size];
    do await round(quiet);
    while (performance.now() < end);
  };
  await lookInQuiet();
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
  if (size === 'full') await lookInQuiet();
  const waitsOf = (name: Name): Waits => ({
    quietMs: median(quiet.get(name)!),
    quietWorstMs: Math.round(Math.max(...quiet.get(name)!)),
    medianMs: median(beside.get(name)!),
    worstMs: Math.round(Math.max(...beside.get(name)!)),
  });
  return { result, waits: Object.fromEntries(names.map((name) => [name, waitsOf(name)])) as never };
}

/** `{ lookUp: { quietMs } }` as `{ lookUpQuietMs }`. */
export function figuresOf(waits: Record<string, Waits>): Figures {
  return Object.fromEntries(
    Object.entries(waits).flatMap(([look, figures]) =>
      Object.entries(figures).map(([name, value]) => [look + name[0]!.toUpperCase() + name.slice(1), value]),
    ),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10;
}
