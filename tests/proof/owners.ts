// The owners of an organization act on each other at once, 100 calls in each of 20 rounds: removals, demotions, blocks, leaves
// and transfers. An owner must be left after each; `npm test` runs one round. Writes a report as JSON: node owners.ts
// [--report FILE] [--rounds N].
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { report: { type: 'string' }, rounds: { type: 'string', default: '20' } },
});
const root = join(import.meta.dirname, '../..');
const report = resolve(root, values.report ?? '.data/owners.json');
rmSync(report, { force: true });
const test = ['--project', 'integration-shared', 'services/bff/tests/members.test.ts', '-t', 'in each of'];
const patient = ['--testTimeout', '1800000', '--hookTimeout', '600000'];
const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...test, ...patient], {
  ...{ cwd: root, stdio: 'inherit' },
  env: { ...process.env, OWNER_ROUNDS: values.rounds, OWNERS_REPORT: report },
});
process.exitCode = run.status ?? 1;
