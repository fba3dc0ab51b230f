import { cpuSecondsSoFar } from '../tests/cpu-time.ts';
import { printChecks } from './check.ts';
import { describeSlowest, tooDear } from './suite/costs.ts';
import { repeatFile } from './suite/repeat.ts';
import { runSuite } from './suite/suite.ts';

// With NO_SKIPS=1 a skipped test counts as failed: that machine must have the external tools.
const noSkips = process.env.NO_SKIPS === '1';
const args = process.argv.slice(2);
if (args.includes('--repeat')) process.exit(await repeatFile(args));

const started = Date.now();
const seconds = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
const { checks, isBuilt, counts } = await runSuite({
  args,
  onChecks: (results) => {
    printChecks(results);
    console.log(`Checks took ${seconds()}.\n`);
  },
});
const failedChecks = checks
  .filter((check) => check.problems.length > 0)
  .map(({ name, problems }) => `${name}\n${problems.join('\n')}`);
const skipped = counts.flatMap((count) => count.skipped);
if (skipped.length > 0) {
  console.log(
    `\nSkipped, because a tool they need is not on this machine:\n${skipped.map((name) => `  - ${name}`).join('\n')}`,
  );
}
const costs = counts.flatMap((count) => count.costs);
console.log(`\nThe twenty files that took longest:\n${describeSlowest(costs)}`);
// The first failure may stand thousands of lines above: whoever reads the end alone must see what failed and why.
// A run of some files alone has no share to compare with.
const dear = args.length === 0 ? tooDear(costs, cpuSecondsSoFar()) : [];
const failures = [...failedChecks, ...counts.flatMap((count) => count.failed), ...dear];
for (const failure of failures) console.log(`\n✗ ${failure.replace(/\n+(?=.)/g, '\n    ').trimEnd()}`);

const passed = counts.reduce(
  (sum, count) => sum + count.passed,
  checks.length - failedChecks.length + (isBuilt ? 1 : 0),
);
const failed = failures.length + (noSkips ? skipped.length : 0);
console.log(`\nEverything took ${seconds()}, and ${Math.round(cpuSecondsSoFar())} s of CPU.`);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
