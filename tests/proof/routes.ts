// Every route opened in a browser as a person of every role, and each screen, refusal and redirect checked for
// accessibility in both colour schemes; `npm test` opens each as one of the people. Writes a report as JSON: node routes.ts
// [--report FILE]. The web must have been built.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const root = join(import.meta.dirname, '../..');
const report = resolve(root, values.report ?? '.data/routes.json');
rmSync(report, { force: true });
const test = ['--project', 'integration', 'tests/e2e/routes.test.ts'];
const patient = ['--testTimeout', '1800000', '--hookTimeout', '600000'];
const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...test, ...patient], {
  ...{ cwd: root, stdio: 'inherit' },
  env: { ...process.env, ROUTES_REPORT: report },
});
process.exitCode = run.status ?? 1;
