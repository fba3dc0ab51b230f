// A person who has never seen Sello, in Spanish, in Chromium and on the real services: a CSV as a Spanish Excel saves it is
// imported, what the check names is corrected, certificates with e-mails are asked for, and the window is closed at once;
// then the same with the worker killed that ends the certificates. What is found afterwards is a report as JSON:
// node newcomer.ts [--report FILE] [--pictures DIR]. The web must have been built.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '@sello/dev-stack';
import { chromium } from 'playwright-core';
import { screensBrowser } from '../browser.ts';
import { issueAsNewcomer, type NewcomerResult } from './newcomer-run.ts';

const { values } = parseArgs({ options: { report: { type: 'string' }, pictures: { type: 'string' } } });
if (values.pictures) mkdirSync(values.pictures, { recursive: true });
const stack = await startStack();
const browser = await chromium.launch({
  executablePath: screensBrowser!,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const runs: NewcomerResult[] = [];
  for (const isKilled of [false, true]) {
    const result = await issueAsNewcomer({
      ...{ stack, browser, isKilled },
      async onState(page, name) {
        if (values.pictures) await page.screenshot({ path: join(values.pictures, `${name}.png`) });
      },
    });
    runs.push(result);
  }
  const report = { date: new Date().toISOString(), runs };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = runs.every(({ faults }) => faults.length === 0) ? 0 : 1;
} finally {
  await browser.close();
  await stack.close();
}
