// All that people do in the editor, in Chromium against the whole stack; `npm test` runs a part of it. Writes a report as
// JSON: node editor.ts [--report FILE]. The web must have been built.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Ran {
  testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[];
}

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'sello-editor-'));
const file = join(folder, 'report.json');
const files = ['editor/editor', 'editor/keeping', 'canvas/view'].map((name) => `tests/${name}.test.ts`);
const test = ['run', '--project', 'integration', ...files];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...test, ...reporters], {
  ...{ cwd: root, stdio: 'inherit' },
  env: { ...process.env, NO_SKIPS: '1', EDITOR_TESTS: 'whole' },
});
const { testResults }: Ran = JSON.parse(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true, force: true });
const cases = testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .map(({ ancestorTitles, title, status }) => ({
    case: [...ancestorTitles.slice(1), title].join(': '),
    status,
  }));
if (values.report) {
  const passed = cases.filter(({ status }) => status === 'passed').length;
  const report = { date: new Date().toISOString(), cpus: cpus().length, passed, of: cases.length, cases };
  writeFileSync(resolve(root, values.report), `${JSON.stringify(report, null, 2)}\n`);
}
process.exitCode = run.status ?? 1;
