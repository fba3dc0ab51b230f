// Runs everything five times beside eight busy loops, each time in another random order of the files, and writes what each
// test did: node suite.ts [--runs 5] [--busy 8] [--order SEED] [--report FILE] [--add]. A run takes an hour or more: with
// --add the runs are added to those in the report, each with the commit that it ran.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { withBusyLoops } from '../../scripts/suite/busy.ts';
import { countRuns, joinTests, readTest, writeTest } from '../../scripts/suite/runs.ts';
import { runSuite, type SuiteRun } from '../../scripts/suite/suite.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'string', default: '8' },
    order: { type: 'string' },
    report: { type: 'string' },
    add: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const busy = Number(values.busy);
const known = readKnown();
const firstOrder = Number(values.order ?? Math.max(0, ...known.runs.map(({ order }) => order)) + 1);
const day = new Date().toISOString().slice(0, 10);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
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
const { failures, runs: all } = describeProof();
console.error(`${all.length} runs beside ${busy} busy loops: ${failures.length} failures`);
for (const failure of failures) console.error(`✗ ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function describeProof() {
  const failed = ({ checks, counts }: SuiteRun): string[] => [
    ...checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name),
    ...counts.flatMap((count) => count.failed),
  ];
  const tests = joinTests(known.tests.map(readTest), countRuns(ended.flatMap(({ run }) => run.counts)));
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    busyLoops: busy,
    runs: [
      ...known.runs,
      ...ended.map(({ order, minutes, run }) => ({
        ...{ order, day, commit, minutes },
        passed: run.counts.reduce((sum, { passed }) => sum + passed, 0),
        failed: failed(run).length,
        skipped: run.counts.reduce((sum, { skipped }) => sum + skipped.length, 0),
      })),
    ],
    failures: [
      ...known.failures,
      ...ended.flatMap(({ order, run }) => failed(run).map((failure) => `order ${order}: ${failure}`)),
    ],
    // In one line each: several thousand tests.
    tests: tests.map(writeTest),
  };
}

interface Known {
  runs: { order: number }[];
  failures: string[];
  tests: string[];
}

/** The report that runs are added to. */
function readKnown(): Known {
  const { report, add } = values;
  if (!add || report === undefined || !existsSync(report)) return { runs: [], failures: [], tests: [] };
  return JSON.parse(readFileSync(report, 'utf8')) as Known;
}
