// Runs everything five times beside eight busy loops, each time in another random order of the files, and writes what each
// test did: node suite.ts [--runs 5] [--busy 8] [--order SEED] [--report FILE]
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { withBusyLoops } from '../../scripts/suite/busy.ts';
import { countRuns } from '../../scripts/suite/runs.ts';
import { runSuite, type SuiteRun } from '../../scripts/suite/suite.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'string', default: '8' },
    order: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
});
const runs = Number(values.runs);
const busy = Number(values.busy);
const firstOrder = Number(values.order);
const day = new Date().toISOString().slice(0, 10);
const ended: { order: number; minutes: number; run: SuiteRun }[] = [];

await withBusyLoops(busy, async () => {
  for (let order = firstOrder; order < firstOrder + runs; order++) {
    const begun = performance.now();
    const run = await runSuite({ order });
    ended.push({ order, minutes: Math.round((performance.now() - begun) / 6_000) / 10, run });
    // Written after each run, so that one that is broken off leaves what it found.
    if (values.report) writeFileSync(values.report, `${JSON.stringify(describeProof(), null, 1)}\n`);
  }
});
const { failures } = describeProof();
console.error(`${ended.length} runs beside ${busy} busy loops: ${failures.length} failures`);
for (const failure of failures) console.error(`✗ ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function describeProof() {
  const failed = ({ checks, counts }: SuiteRun): string[] => [
    ...checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name),
    ...counts.flatMap((count) => count.failed),
  ];
  // A table in one row each: several thousand tests.
  const tests = countRuns(ended.flatMap(({ run }) => run.counts));
  return {
    day,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    busyLoops: busy,
    runs: ended.map(({ order, minutes, run }) => ({
      order,
      minutes,
      passed: run.counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: failed(run).length,
      skipped: run.counts.reduce((sum, { skipped }) => sum + skipped.length, 0),
    })),
    failures: ended.flatMap(({ order, run }) => failed(run).map((failure) => `order ${order}: ${failure}`)),
    tests: tests.map(
      ({ name, runs, failures, slowestMs }) => `${runs} runs, ${failures} failed, ${slowestMs} ms: ${name}`,
    ),
  };
}
