// The store's tests of lost connections and concurrent callers in all cases: every write cut before, during and after its
// execution, once and twice in a row; every creation requested by three callers at once, 200 times. `npm test` cuts each write
// in one of the six ways and runs 6 rounds. Writes a report as JSON: node store-faults.ts [--report FILE]
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const root = join(import.meta.dirname, '../../../..');
const folder = await mkdtemp(join(tmpdir(), 'sello-proof-'));
const results = join(folder, 'results.json');
const run = spawnSync(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration'],
    ...['packages/store/tests/store-faults.test.ts', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${results}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STORE_FAULTS: 'full' } },
);
const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
};
await rm(folder, { recursive: true });
const tests = testResults.flatMap((file) => file.assertionResults);
const named = (words: string) => tests.filter(({ fullName }) => fullName.includes(words)).length;
const report = {
  tests: tests.length,
  writingFunctions: named('is done, or unavailable and done when asked again'),
  concurrentCreations: named('creates one record'),
  failed: tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName),
};
if (values.report) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
process.exitCode = run.status === 0 && report.failed.length === 0 && tests.length > 0 ? 0 : 1;
