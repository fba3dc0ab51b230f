// Runs the test files of which `npm test` runs a part by turns (`tests/corpus.ts`) with all of their cases, and writes what each
// found: node corpora.ts [--report FILE]
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from '../../packages/dev-stack/src/web-build.ts';
import { runVitest } from '../../scripts/suite/vitest.ts';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const root = join(import.meta.dirname, '..', '..');
const files = globSync(['{packages,services}/*/tests/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root })
  .filter((file) => /from '[^']*\/corpus\.ts'/.test(readFileSync(join(root, file), 'utf8')))
  .sort();

await buildWeb();
const { tests, failed, skipped } = await runVitest('corpora', files, {
  environment: { SELLO_WHOLE_CORPORA: '1' },
});
const counted = files.map((file) => {
  const own = tests.filter(({ name }) => name.startsWith(`${file} > `));
  return { file, tests: own.length, passed: own.filter(({ status }) => status === 'passed').length };
});
const report = { day: new Date().toISOString().slice(0, 10), files: counted, failed, skipped };
if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 1)}\n`);
for (const { file, tests, passed } of counted) console.log(`${passed} of ${tests} passed: ${file}`);
for (const failure of failed) console.error(`✗ ${failure}`);
process.exitCode = failed.length > 0 || counted.some(({ tests }) => tests === 0) ? 1 : 0;
