import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from '../packages/dev-stack/src/root.ts';
import { printChecks, runChecks } from './check.ts';

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
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface Count {
  passed: number;
  failed: number;
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
    console.error(`The ${projects.join(' and ')} tests exited with ${code} and wrote no report.`);
    return { passed: 0, failed: 1, skipped: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const broken = report.testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const skipped = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => ['pending', 'skipped', 'todo'].includes(test.status))
      .map((test) => test.fullName),
  );
  // A run may fail without a failing test, for example by an unhandled error.
  return { passed: report.numPassedTests, failed: failed || (code === 0 ? 0 : 1), skipped };
}

const started = Date.now();
const seconds = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
const checks = await runChecks();
const failedChecks = printChecks(checks);
console.log(`Checks took ${seconds()}.\n`);

const built = await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web']);
if (built !== 0) console.error('✗ The web does not build.');

// The tests that boot services wait a good part of their time: the others run meanwhile.
const counts = await Promise.all([
  built === 0 ? vitest(['integration', 'integration-shared']) : { passed: 0, failed: 1, skipped: [] },
  vitest(['unit', 'components'], { isBackground: true }),
]);
const skipped = counts.flatMap((count) => count.skipped);
if (skipped.length > 0) {
  console.log(
    `\nSkipped, because a tool they need is not on this machine:\n${skipped.map((name) => `  - ${name}`).join('\n')}`,
  );
}
const passed = counts.reduce(
  (sum, count) => sum + count.passed,
  checks.length - failedChecks + (built === 0 ? 1 : 0),
);
const failed =
  counts.reduce((sum, count) => sum + count.failed, failedChecks + (built === 0 ? 0 : 1)) +
  (noSkips ? skipped.length : 0);
console.log(`\nEverything took ${seconds()}.`);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
