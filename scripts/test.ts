import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileCache } from '../packages/dev-stack/src/root.ts';
import { printChecks, runChecks } from './check.ts';
import type { CheckResult } from './checks/declarations.ts';

const root = join(import.meta.dirname, '..');
// With NO_SKIPS=1 a skipped test counts as failed: that machine must have the external tools.
const noSkips = process.env.NO_SKIPS === '1';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface Count {
  passed: number;
  /** What failed, each with its file and its message. */
  failed: string[];
  skipped: string[];
}

/**
 * Runs a script to its end. What one in the background prints is printed then, so that it is not mixed with what another
 * prints.
 */
function run(args: string[], { isBackground = false } = {}): Promise<number> {
  return new Promise((resolve) => {
    const printed: Buffer[] = [];
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: isBackground ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // Most of a process' start is compiling the same modules as a hundred others.
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    });
    child.stdout?.on('data', (bytes: Buffer) => printed.push(bytes));
    child.stderr?.on('data', (bytes: Buffer) => printed.push(bytes));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
    child.on('error', () => resolve(1));
  });
}

async function vitest(projects: string[], options: { isBackground?: boolean } = {}): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'sello-test-'));
  const file = join(folder, 'report.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
  ];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run([...args, ...reports, ...process.argv.slice(2)], options);
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {
      passed: 0,
      failed: [`The ${projects.join(' and ')} tests exited with ${code} and wrote no report.`],
      skipped: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const failed = report.testResults.flatMap((result) => {
    const file = relative(root, result.name);
    const tests = result.assertionResults.filter((test) => test.status === 'failed');
    // A file may fail as a whole, for example because it does not load.
    if (tests.length === 0 && result.status === 'failed') return [`${file}\n${result.message ?? ''}`];
    return tests.map((test) => `${file} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`);
  });
  // A run may fail without a failing test, for example by an unhandled error.
  if (failed.length === 0 && code !== 0) {
    failed.push(`The ${projects.join(' and ')} tests exited with ${code} without a failed test.`);
  }
  const skipped = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => ['pending', 'skipped', 'todo'].includes(test.status))
      .map((test) => test.fullName),
  );
  return { passed: report.numPassedTests, failed, skipped };
}

const started = Date.now();
const seconds = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
const building = run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web']);

async function bootingTests(): Promise<Count> {
  if ((await building) === 0) return vitest(['integration', 'integration-shared']);
  const problem = 'The web does not build, so nothing that boots services was tested.';
  return { passed: 0, failed: [problem], skipped: [] };
}

async function staticChecks(): Promise<CheckResult[]> {
  const checks = await runChecks();
  printChecks(checks);
  console.log(`Checks took ${seconds()}.\n`);
  return checks;
}

// The tests that boot services need the web, and wait a good part of their time: all else runs meanwhile.
const [checks, ...counts] = await Promise.all([
  staticChecks(),
  bootingTests(),
  vitest(['unit', 'components'], { isBackground: true }),
]);
const failedChecks = checks
  .filter((check) => check.problems.length > 0)
  .map(({ name, problems }) => `${name}\n${problems.join('\n')}`);
const skipped = counts.flatMap((count) => count.skipped);
if (skipped.length > 0) {
  console.log(
    `\nSkipped, because a tool they need is not on this machine:\n${skipped.map((name) => `  - ${name}`).join('\n')}`,
  );
}
// The first failure may stand thousands of lines above: whoever reads the end alone must see what failed and why.
const failures = [...failedChecks, ...counts.flatMap((count) => count.failed)];
for (const failure of failures) console.log(`\n✗ ${failure.replace(/\n+(?=.)/g, '\n    ').trimEnd()}`);

const passed = counts.reduce(
  (sum, count) => sum + count.passed,
  checks.length - failedChecks.length + ((await building) === 0 ? 1 : 0),
);
const failed = failures.length + (noSkips ? skipped.length : 0);
console.log(`\nEverything took ${seconds()}.`);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
