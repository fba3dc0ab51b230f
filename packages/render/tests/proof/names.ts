import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { startBrowser } from '../../../../tests/browser.ts';
import { report } from '../../../proof/tests/support/report.ts';
import { loadFonts } from '../../src/index.ts';
import { chromiumArguments, chromiumPath } from '../languages/chromium.ts';
import { ChromiumPainter } from '../names/boxes.ts';
import { checkBoxes, checkLines } from '../names/drawn.ts';
import { checkIssued, type IssuedReport } from '../names/issued.ts';
import { languages } from '../names/words.ts';

// `npm run proof -- names`: issues certificates for 10,000 names in 40 languages and extracts each with pdftotext; draws
// 200 in poppler, MuPDF and Chromium; breaks 400 texts of names into lines here and in Chromium. Requires all font packs.
const seed = 1;
const count = 250;
const { version } = createRequire(import.meta.url)('cldr-misc-full/package.json') as { version: string };

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const packs = resolve(process.env.FONT_PACKS || join(cache, 'sello/fonts'));
const all = await loadFonts({ packs });
if (all.absent.length > 0 || !chromiumPath) {
  console.error('The proof needs Chromium and every pack of fonts: npm run fetch-fonts');
  process.exit(2);
}

const versionOf = (tool: string, option: string): string => {
  const { stdout, stderr } = spawnSync(tool, [option], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n')[0] ?? '';
};
const total = (reports: readonly IssuedReport[], field: 'errors' | 'errorsWithoutPacks') => {
  const counts: Record<string, number> = {};
  for (const one of reports)
    for (const [key, value] of Object.entries(one[field])) counts[key] = (counts[key] ?? 0) + value;
  return counts;
};
const sum = (
  reports: readonly IssuedReport[],
  field: 'names' | 'certificates' | 'sameWithoutPacks' | 'extracted' | 'spoken',
) => reports.reduce((before, one) => before + one[field], 0);

const issued = await checkIssued({ count, seed }, { all, bundled: await loadFonts() }, (language) =>
  console.error(`issued ${language}`),
);
const browser = await startBrowser(chromiumArguments, chromiumPath);
try {
  const painter = new ChromiumPainter(await browser.newPage(), all);
  const lines = await checkLines({ texts: 10, count, seed }, painter, all);
  console.error('compared lines');
  const boxes = await checkBoxes({ each: 5, count, seed }, painter, all);
  const faults = [...issued.faults, ...lines.faults, ...boxes.faults];
  if (lines.scriptsAtLeast99 < 12) faults.push('lines break as in Chromium in fewer than 12 scripts');
  const reports = Object.values(issued.byLanguage);
  report({
    languages: reports.length,
    scripts: new Set(Object.values(languages)).size,
    seed,
    cldr: version,
    names: sum(reports, 'names'),
    certificates: sum(reports, 'certificates'),
    errors: total(reports, 'errors'),
    withoutPacks: {
      certificates: sum(reports, 'sameWithoutPacks'),
      errors: total(reports, 'errorsWithoutPacks'),
    },
    pdftotext: {
      equal: sum(reports, 'extracted'),
      control: issued.control,
    },
    structure: { equal: sum(reports, 'spoken') },
    boxes: { ...boxes, faults: undefined },
    lines: { ...lines, faults: undefined },
    byLanguage: issued.byLanguage,
    misread: issued.misread,
    faults,
    tools: {
      chromium: browser.version(),
      pdftotext: versionOf('pdftotext', '-v'),
      pdftoppm: versionOf('pdftoppm', '-v'),
      qpdf: versionOf('qpdf', '--version'),
      mutool: versionOf('mutool', '-v'),
    },
  });
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}
