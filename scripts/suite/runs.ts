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
  return sorted(tests.values());
}

const sorted = (tests: Iterable<RepeatedTest>): RepeatedTest[] =>
  [...tests].toSorted((one, other) => other.failures - one.failures || other.slowestMs - one.slowestMs);

/** Each test once, with what it did in all runs of both. */
export function joinTests(some: readonly RepeatedTest[], more: readonly RepeatedTest[]): RepeatedTest[] {
  const tests = new Map(some.map((test) => [test.name, test]));
  for (const test of more) {
    const { runs = 0, failures = 0, slowestMs = 0 } = tests.get(test.name) ?? {};
    tests.set(test.name, {
      name: test.name,
      runs: runs + test.runs,
      failures: failures + test.failures,
      slowestMs: Math.max(slowestMs, test.slowestMs),
    });
  }
  return sorted(tests.values());
}

/** A test as a line of a report. */
export const writeTest = ({ name, runs, failures, slowestMs }: RepeatedTest): string =>
  `${runs} runs, ${failures} failed, ${slowestMs} ms: ${name}`;

/** The test of such a line. Throws for any other text. */
export function readTest(line: string): RepeatedTest {
  const [, runs, failures, slowestMs, name] =
    /^(\d+) runs, (\d+) failed, ([\d.]+) ms: (.*)$/s.exec(line) ?? [];
  if (name === undefined) throw new Error(`no line of a test: ${line}`);
  return { name, runs: Number(runs), failures: Number(failures), slowestMs: Number(slowestMs) };
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
