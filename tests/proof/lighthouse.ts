// What a visitor on a phone gets on the public pages, by Lighthouse with its simulated slow 4G and its slow CPU: the front
// page, the empty verify page, and the page of an issued certificate. Writes the median of several runs as JSON:
// node lighthouse.ts [--runs 5] [--report FILE]. The web must have been built.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { certificatesApi } from '@sello/contracts';
import { freePort, startStack } from '@sello/dev-stack';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { median } from '../../bench/measure/median.ts';
import { startBrowser } from '../browser.ts';
import { openSchool, requestCertificates, type School } from './school.ts';

const { values } = parseArgs({
  options: { report: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const runs = Number(values.runs);
/** The least score of each category, of 100. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof least;
const categories = Object.keys(least) as Category[];
/** The most that a page may move while it is loaded (CLS). */
const mostShift = 0.05;

/** Medians of the audits that the score of the performance is made of, ms; of the shift without a unit. */
const measured = {
  firstContentfulPaint: 'first-contentful-paint',
  largestContentfulPaint: 'largest-contentful-paint',
  speedIndex: 'speed-index',
  totalBlockingTime: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
} as const;

async function certIdOf(school: School): Promise<string> {
  await requestCertificates(school);
  for (;;) {
    const studentId = school.students[0]!._id;
    const { items } = await school.client.call(certificatesApi, 'history', {
      tenant: school.tenant,
      query: { studentId },
    });
    const issued = items.find(({ state }) => state === 'valid');
    if (issued) return issued.certId;
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

/** A trace without its beginning is a fault of the recording, which Lighthouse asks to repeat. */
const recordingFault = 'NO_NAVSTART';
const recordings = 3;

async function audit(url: string, port: number, recording = 1): Promise<RunnerResult['lhr']> {
  const result = await lighthouse(url, {
    ...{ port, logLevel: 'error', onlyCategories: [...categories] },
    ...{ formFactor: 'mobile', throttlingMethod: 'simulate' },
  });
  const fault = result?.lhr.runtimeError;
  if (fault?.code === recordingFault && recording < recordings) return audit(url, port, recording + 1);
  if (!result || fault) throw new Error(`${url}: ${fault?.message ?? 'Lighthouse gave no result'}`);
  return result.lhr;
}

/** The scores and the audits that are not met, of one page. */
function summary(results: readonly RunnerResult['lhr'][]) {
  const medianOf = (name: string) =>
    median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const fetched = results.at(-1)!.audits['network-requests']?.details as
    | { items?: { resourceType: string; transferSize: number }[] }
    | undefined;
  const kilobytes = (type?: string): number =>
    Math.round(
      (fetched?.items ?? [])
        .filter(({ resourceType }) => type === undefined || resourceType === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000,
    );
  const lasting = categories.filter((category) => category !== 'performance');
  const unmet = new Set(
    results.flatMap(({ categories: found, audits }) =>
      lasting.flatMap((category) =>
        found[category]!.auditRefs.filter(
          ({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]!.score! < 1,
        ).map(({ id }) => id),
      ),
    ),
  );
  return {
    scores: Object.fromEntries(
      categories.map((category) => [
        category,
        Math.round(100 * median(results.map(({ categories: found }) => found[category]?.score ?? 0))),
      ]),
    ) as Record<Category, number>,
    performanceOfEachRun: results.map(({ categories: found }) =>
      Math.round(100 * (found.performance?.score ?? 0)),
    ),
    ...Object.fromEntries(
      Object.entries(measured).map(([key, name]) => [
        key,
        key === 'layoutShift' ? Number(medianOf(name).toFixed(3)) : Math.round(medianOf(name)),
      ]),
    ),
    kilobytes: kilobytes(),
    kilobytesOfFonts: kilobytes('Font'),
    unmet: [...unmet],
  };
}

const stack = await startStack();
const port = await freePort();
const browser = await startBrowser(
  ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  // The full browser: Lighthouse measures what people use.
  process.env.CHROMIUM ?? '/usr/bin/chromium',
);
try {
  const school = await openSchool(stack, { name: 'Escuela de Oficios', students: 1 });
  const certId = await certIdOf(school);
  const addresses = { landing: '/', verify: '/verify', certificate: `/verify/${certId}` };
  const results: Record<string, RunnerResult['lhr'][]> = {};
  const load: number[] = [];
  // In turns, so that the pages have the same conditions; the first round is a warm-up and does not count.
  for (let round = 0; round <= runs; round++) {
    for (const [page, path] of Object.entries(addresses)) {
      load.push(loadavg()[0]!);
      const result = await audit(`${stack.app}${path}`, port);
      if (round > 0) results[page] = [...(results[page] ?? []), result];
    }
  }
  const pages = Object.fromEntries(Object.entries(results).map(([page, all]) => [page, summary(all)]));
  const report = {
    date: new Date().toISOString(),
    lighthouse: results.landing![0]!.lighthouseVersion,
    form: 'phone, simulated slow 4G and slow CPU',
    ...{ runs, cpus: cpus().length },
    /** How busy the machine was: the mean of its load averages over a minute. */
    load: Number((load.reduce((sum, one) => sum + one, 0) / load.length).toFixed(1)),
    pages,
  };
  const isProved = Object.values(pages).every(
    ({ scores, ...page }) =>
      categories.every((category) => scores[category] >= least[category]) &&
      (page as unknown as { layoutShift: number }).layoutShift < mostShift,
  );
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.report) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = isProved ? 0 : 1;
} finally {
  await browser.close();
  await stack.close();
}
