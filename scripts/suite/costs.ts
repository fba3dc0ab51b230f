import { existsSync, readFileSync } from 'node:fs';

/** What one test file cost. */
export interface FileCost {
  /** Its absolute path when it is noted, relative to the repository's root afterwards. */
  file: string;
  /** Seconds of CPU of its process and of all that it started. */
  cpu: number;
  /** Seconds on the clock, its hooks with it. */
  took: number;
}

/** Reads the lines that `tests/file-cost.setup.ts` wrote, one for each file; none where they were not written. */
export function readCosts(file: string): FileCost[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as FileCost);
}

/**
 * The most that one file may take of the CPU, as a share of everything: 60 s on a machine that runs everything in 1,000 s. A
 * share, because a slower machine changes all seconds alike. Work beside the tests does not: browsers and services go on
 * while a file waits (the walk took 5 % on a quiet machine, 9 % at a load of 20), so a file with a browser stays well below.
 */
const mostOfAll = 0.06;

/** Problems of the files that take too much of the CPU. `all`: the seconds that everything took. */
export function tooDear(costs: readonly FileCost[], all: number): string[] {
  const most = mostOfAll * all;
  return costs
    .filter(({ cpu }) => cpu > most)
    .map(
      ({ file, cpu }) =>
        `${file}\nIt took ${Math.round(cpu)} s of CPU, and a file may take ${Math.round(most)} of all ${Math.round(all)}. Leave one case of every kind in it, and make the rest a proof.`,
    );
}

const seconds = (value: number): string => `${value.toFixed(1)} s`.padStart(9);

/** The files that took longest, longest first, with what of it was CPU and what waiting. */
export function describeSlowest(costs: readonly FileCost[], count = 20): string {
  const slowest = costs.toSorted((one, other) => other.took - one.took).slice(0, count);
  // A file that works in several processes at once takes more of the CPU than of the clock: it waited for nothing.
  const lines = slowest.map(
    ({ file, cpu, took }) => `${seconds(took)}${seconds(cpu)}${seconds(Math.max(0, took - cpu))}  ${file}`,
  );
  return [`${'took'.padStart(9)}${'CPU'.padStart(9)}${'waited'.padStart(9)}`, ...lines].join('\n');
}
