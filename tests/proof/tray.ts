// Certificates for 10,000 students, asked for in Chromium and watched in the tray: what it shows, how often, and what is true
// at the end. Writes a report as JSON: node tray.ts [--students 10000] [--report FILE]. The web must have been built.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { certificatesApi, studentsApi, tenantsApi } from '@sello/contracts';
import { signIn, startStack } from '@sello/dev-stack';
import { startBrowser } from '../browser.ts';

const { values } = parseArgs({
  options: { report: { type: 'string' }, students: { type: 'string', default: '10000' } },
});
const students = Number(values.students);
const email = 'directora@oficios.example';
/** Rows of one request of an import. */
const together = 1_000;

/** Runs in the page: each value of the batch's progress bar with its time. */
const watch = `{
  const seen = window.seen = [];
  new MutationObserver(() => {
    const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    if (value && seen.at(-1)?.value !== Number(value)) seen.push({ value: Number(value), at: performance.now() });
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}`;

const stack = await startStack();
const browser = await startBrowser(['--no-sandbox', '--disable-gpu']);
try {
  const client = await signIn(stack, { email });
  const { _id: tenant } = await client.call(tenantsApi, 'create', { body: { name: 'Escuela de Oficios' } });
  for (let from = 0; from < students; from += together) {
    const rows = Array.from({ length: Math.min(together, students - from) }, (_, at) => ({
      fullName: `Alumna Número ${from + at + 1}`,
      idNumber: `T-${from + at + 1}`,
      country: 'Peru',
    }));
    await client.call(studentsApi, 'import', { tenant, body: { students: rows } });
  }

  const page = await browser.newPage({ locale: 'en', viewport: { width: 1440, height: 900 } });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(stack.app);
  await page.getByRole('button', { name: 'Sign in with Google' }).first().click();
  await page.getByLabel('Someone else, by e-mail address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const all = new Intl.NumberFormat('en').format(students);
  await page.getByText(`${all} students`).first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click();
  await page.getByRole('button', { name: `Select all ${all}` }).click();
  await page.getByRole('button', { name: `Actions for ${all} students` }).click();
  await page.getByRole('menuitem', { name: /Generate certificates/ }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel('Apply to all').selectOption({ label: 'Honourable mention' });
  await page.evaluate(watch);
  const memory = () => page.evaluate<number>('performance.memory.usedJSHeapSize');
  const before = await memory();
  const asked = performance.now();
  await dialog.getByRole('button', { name: `Generate ${all} certificates` }).click();
  await dialog.waitFor({ state: 'detached' });
  const answeredMs = performance.now() - asked;
  const tray = page.getByRole('region', { name: 'Batches', exact: true });
  await tray.getByText(new RegExp(`^${all} certificates, ended`)).waitFor({ timeout: 3_600_000 });
  const endedMs = performance.now() - asked;
  await page.getByText(`${all} students, ${all} certified`).waitFor();

  const seen = await page.evaluate<{ value: number; at: number }[]>('window.seen');
  const gaps = seen.slice(1).map(({ at }, index) => at - seen[index]!.at);
  const listed = await client.call(studentsApi, 'list', { tenant, query: { limit: 1 } });
  const [first] = listed.items;
  const history = await client.call(certificatesApi, 'history', { tenant, query: { studentId: first!._id } });
  const report = {
    date: new Date().toISOString(),
    ...{ cpus: cpus().length, students, certified: listed.certified },
    answeredSeconds: Number((answeredMs / 1_000).toFixed(1)),
    certificatesPerSecond: Math.round(students / (endedMs / 1_000)),
    updates: seen.length,
    /** The bar never went back. */
    rising: seen.every(({ value }, index) => index === 0 || value >= seen[index - 1]!.value),
    longestGapSeconds: Number((Math.max(0, ...gaps) / 1_000).toFixed(1)),
    heapGrowthMb: Math.round(((await memory()) - before) / 1e6),
    certificatesOfOne: history.items.length,
    complaints,
  };
  const isProved =
    report.certified === students &&
    report.rising &&
    report.updates > 10 &&
    report.certificatesOfOne === 1 &&
    complaints.length === 0;
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.report) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = isProved ? 0 : 1;
} finally {
  await browser.close();
  await stack.close();
}
