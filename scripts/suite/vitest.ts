import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileCache } from '../../packages/dev-stack/src/root.ts';
import { type FileCost, readCosts } from './costs.ts';

const root = join(import.meta.dirname, '..', '..');

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      duration?: number | null;
      failureMessages?: string[];
    }[];
  }[];
}

/** One test of a run. */
export interface TestRun {
  /** The file and the full name. */
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  ms: number;
}

/** What a run of vitest found. */
export interface Count {
  passed: number;
  /** What failed, each with its file and its message. */
  failed: string[];
  skipped: string[];
  tests: TestRun[];
  costs: FileCost[];
}

/**
 * Runs a script to its end. What one in the background prints is printed then, so that it is not mixed with what another
 * prints.
 */
function runScript(
  args: readonly string[],
  options: { isBackground?: boolean; environment?: Record<string, string> } = {},
): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    const printed: Buffer[] = [];
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', options.isBackground ? 'pipe' : 'inherit', 'pipe'],
      // Most of a process' start is compiling the same modules as a hundred others.
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...options.environment },
    });
    child.stdout?.on('data', (bytes: Buffer) => printed.push(bytes));
    child.stderr?.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      if (!options.isBackground) process.stderr.write(bytes);
    });
    child.on('close', (code) => {
      if (options.isBackground) process.stdout.write(Buffer.concat(printed));
      resolve({ code: code ?? 1, printed: Buffer.concat(printed).toString() });
    });
    child.on('error', ({ message }) => resolve({ code: 1, printed: message }));
  });
}

/** Runs vitest with `args` and reads what it found. `what` names the tests in a problem. */
export async function runVitest(
  what: string,
  args: readonly string[],
  options: { isBackground?: boolean; environment?: Record<string, string> } = {},
): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'sello-test-'));
  const file = join(folder, 'report.json');
  const costFile = join(folder, 'costs');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ended = await runScript(['node_modules/vitest/vitest.mjs', 'run', ...args, ...reports], {
    ...options,
    environment: { ...options.environment, SELLO_TEST_COSTS: costFile },
  });
  let report: VitestReport;
  let costs: FileCost[];
  try {
    costs = readCosts(costFile);
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const failed = [
      `The ${what} tests exited with ${ended.code} and wrote no report.\n${endOf(ended.printed)}`,
      ...endedBy(what, ended.printed),
    ];
    return { passed: 0, failed, skipped: [], tests: [], costs: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return count(report, costs, what, ended);
}

const endOf = (printed: string): string => printed.trimEnd().split('\n').slice(-40).join('\n');

const endedBy = (what: string, printed: string): string[] =>
  fatalErrorsIn(printed).map((error) => `A process of the ${what} tests was ended.\n${error}`);

/** What a process printed that V8 ended: it stands far above the end, and its tests are named as skipped alone. */
export function fatalErrorsIn(printed: string): string[] {
  const lines = printed.split('\n');
  const fatal = (line: string) => /Fatal (JavaScript )?(error|invalid)|FATAL ERROR/.test(line);
  return lines.flatMap((line, place) => (fatal(line) ? [lines.slice(place, place + 25).join('\n')] : []));
}

function count(
  report: VitestReport,
  costs: FileCost[],
  what: string,
  { code, printed }: { code: number; printed: string },
): Count {
  const failed = report.testResults.flatMap((result) => {
    const file = relative(root, result.name);
    const tests = result.assertionResults.filter((test) => test.status === 'failed');
    // A file may fail as a whole, for example because it does not load.
    if (tests.length === 0 && result.status === 'failed') return [`${file}\n${result.message ?? ''}`];
    return tests.map((test) => `${file} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`);
  });
  if (code !== 0) failed.push(...endedBy(what, printed));
  // A run may fail without a failing test, for example by an unhandled error.
  if (failed.length === 0 && code !== 0) {
    failed.push(`The ${what} tests exited with ${code} without a failed test.\n${endOf(printed)}`);
  }
  const tests = report.testResults.flatMap((result) =>
    result.assertionResults.map(
      ({ fullName, status, duration }): TestRun => ({
        name: `${relative(root, result.name)} > ${fullName}`,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        ms: Math.round(duration ?? 0),
      }),
    ),
  );
  return {
    passed: report.numPassedTests,
    failed,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
    tests,
    costs: costs.map((cost) => ({ ...cost, file: relative(root, cost.file) })),
  };
}
