// A big list of naughty strings as names of students, through import, PDF, zip, e-mail and look-up. Writes a report as JSON:
// node strings.ts [--report FILE]
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { startStack } from '@sello/dev-stack';
import { issueStrings } from './strings-run.ts';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const naughty: string[] = createRequire(import.meta.url)('big-list-of-naughty-strings');
const stack = await startStack({
  web: false,
  settings: { MAIL_QUOTA_UNPROVEN: 'none' },
});
try {
  const result = await issueStrings(stack, naughty);
  const report = `${JSON.stringify({ date: new Date().toISOString(), ...result }, null, 2)}\n`;
  process.stdout.write(report);
  if (values.report) await writeFile(values.report, report);
  process.exitCode = result.faults.length === 0 && result.issued > 0 ? 0 : 1;
} finally {
  await stack.close();
}
