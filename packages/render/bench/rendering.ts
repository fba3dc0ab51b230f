import { existsSync } from 'node:fs';
import { median } from '../../../bench/measure/median.ts';
import type { Row } from '../../../scripts/bench.ts';
import { compile, loadFonts, stamp } from '../src/index.ts';
import { chromium, pdfLib, type Rival, typst } from './rendering/rivals.ts';
import { rowOf, subject, subjectDesign } from './rendering/subject.ts';

const rounds = 9;
const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds per certificate, over `count`. */
async function time(count: number, make: (index: number) => Promise<unknown>, from: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await make(from + index);
  return (performance.now() - start) / count;
}

/**
 * Renders one certificate of a batch: A4 with a background of 200 KB, a logo, two fonts, a QR code and eight texts,
 * five of them variable. All renderers run interleaved in one process; medians over the rounds.
 */
export async function bench(): Promise<Row[]> {
  const assets: Record<string, Buffer> = { background: subject.background, logo: subject.logo };
  const fonts = await loadFonts();
  const compileStart = performance.now();
  const compiled = await compile(
    { id: 'bench', design: subjectDesign() },
    { fonts, assets: { get: async (id) => assets[id] as Buffer } },
  );
  const compileTime = performance.now() - compileStart;
  const browser = chromiumPaths.find((path) => existsSync(path));
  const rivals: Rival[] = [await pdfLib(subject), await typst(subject)];
  if (browser) rivals.push(await chromium(subject, browser));
  const counts: Record<string, number> = { 'pdf-lib': 4, Chromium: 6, typst: 40 };
  const ours: number[] = [];
  const theirs = new Map(rivals.map((rival) => [rival.name, [] as number[]]));
  const own = (index: number) => stamp(compiled, rowOf(index));
  try {
    await time(500, own, 1_000_000);
    for (const rival of rivals) await time(3, (index) => rival.make(rowOf(index)), 1_000_000);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await time(500, own, round * 500));
      for (const rival of rivals) {
        const spent = await time(counts[rival.name] ?? 5, (index) => rival.make(rowOf(index)), round * 500);
        theirs.get(rival.name)?.push(spent);
      }
    }
  } finally {
    for (const rival of rivals) await rival.close();
  }
  const one = median(ours);
  return [
    {
      name: 'render one A4 certificate',
      value: Math.round(1000 / one),
      unit: 'certificates/s',
      beside: Object.fromEntries([...theirs].map(([name, times]) => [name, median(times) / one])),
    },
    { name: 'compile its template', value: compileTime, unit: 'ms', beside: {} },
  ];
}

if (import.meta.main) console.table((await bench()).map(({ beside, ...row }) => ({ ...row, ...beside })));
