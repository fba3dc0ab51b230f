import type { Count } from './vitest.ts';

/** One test over several runs. */
export interface RepeatedTest {
  name: string;
  runs: number;
  failures: number;
  slowestMs: number;
}

/** Counts each test over several runs of the same files: those that failed first, then the slowest. */
export function countRuns(runs: readonly Count[]): RepeatedTest[] {
  const tests = new Map<string, RepeatedTest>();
  for (const { name, status, ms } of runs.flatMap((run) => run.tests)) {
    if (status === 'skipped') continue;
    const test = tests.get(name) ?? { name, runs: 0, failures: 0, slowestMs: 0 };
    test.runs++;
    if (status === 'failed') test.failures++;
    test.slowestMs = Math.max(test.slowestMs, ms);
    tests.set(name, test);
  }
  return [...tests.values()].toSorted(
    (one, other) => other.failures - one.failures || other.slowestMs - one.slowestMs,
  );
}

/** The tests that failed and the slowest twenty, and what failed in each run. */
export function describeRuns(runs: readonly Count[]): string {
  const tests = countRuns(runs);
  const shown = tests.filter((test, index) => test.failures > 0 || index < 20);
  const lines = shown.map(
    ({ name, runs, failures, slowestMs }) =>
      `${String(runs).padStart(6)}${String(failures).padStart(10)}${`${(slowestMs / 1_000).toFixed(1)} s`.padStart(10)}  ${name}`,
  );
  const failed = runs.flatMap((run, index) => run.failed.map((failure) => `✗ run ${index + 1}: ${failure}`));
  return [
    '',
    `${'runs'.padStart(6)}${'failures'.padStart(10)}${'slowest'.padStart(10)}`,
    ...lines,
    '',
    ...failed,
  ].join('\n');
}
