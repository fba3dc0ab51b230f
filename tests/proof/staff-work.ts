// Every dialog and every action of the Students screen in a browser, on real services, in a wide and a narrow window, each
// state checked for accessibility in both colour schemes; `npm test` goes through the narrow one without these checks.
// Writes a report as JSON: node staff-work.ts [--report FILE] [--pictures DIR]. The web must have been built.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@sello/dev-stack';
import { startBrowser } from '../browser.ts';
import { violationsIn } from '../e2e/accessible.ts';
import { walkStaffWork } from '../e2e/staff-work.ts';

const { values } = parseArgs({ options: { report: { type: 'string' }, pictures: { type: 'string' } } });
if (values.pictures) mkdirSync(values.pictures, { recursive: true });
const stack = await startStack();
const browser = await startBrowser(['--no-sandbox', '--disable-gpu']);
try {
  const violations: string[] = [];
  const walks: { width: number; states: string[]; seconds: number }[] = [];
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const began = performance.now();
    const states = await walkStaffWork({
      ...{ stack, browser, width, height },
      async onState(page, name) {
        violations.push(...(await violationsIn(page)).map((violation) => `${name}: ${violation}`));
        await page.emulateMedia({ colorScheme: 'light' });
        if (values.pictures) await page.screenshot({ path: join(values.pictures, `${name}.png`) });
      },
    });
    walks.push({ width, states, seconds: Math.round((performance.now() - began) / 1_000) });
  }
  const report = { date: new Date().toISOString(), walks, violations };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await stack.close();
}
