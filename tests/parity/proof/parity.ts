// Parity: every built-in template and 200 generated designs, on the editor's canvas in Chromium and in the PDF by pdftoppm.
// Writes a report as JSON and the ten that differ most as pictures beside it (canvas, PDF, difference):
// node parity.ts [--designs 200] [--packs DIR] [--report FILE]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus, homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodePng } from '../../../packages/render/src/picture/png.ts';
import type { Pixels } from '../../../web/scripts/canvas/ink.ts';
import { type CaretParity, compareCarets } from '../carets.ts';
import { bounds, compareSubject, type Parity } from '../run.ts';
import { openStand } from '../stand.ts';
import { builtInSubjects, generatedSubjects } from '../subjects.ts';

const { values } = parseArgs({
  options: {
    designs: { type: 'string', default: '200' },
    packs: { type: 'string', default: join(homedir(), '.cache/sello/fonts') },
    report: { type: 'string' },
  },
});
const kept = 10;
const languages = ['en', 'es', 'fr', 'de', 'el', 'ru', 'ar', 'he', 'hi', 'bn', 'ta', 'th'];

const stand = await openStand(values.packs);
const hasPacks = stand.fonts.absent.length === 0;
const builtIns = builtInSubjects();
const subjects = [...builtIns, ...generatedSubjects(Number(values.designs), hasPacks)];
const found: Parity[] = [];
const faults: string[] = [];
const carets: (CaretParity & { language: string })[] = [];
try {
  for (const subject of subjects) {
    try {
      const parity = await compareSubject(subject, stand, { isFine: true });
      const { name, share, ink } = parity;
      found.push(parity);
      if (share >= bounds.share || ink.distance > bounds.ink)
        faults.push(`${name}: ${share}, ${JSON.stringify(ink)}`);
      // Only the pictures of the worst are held.
      found.sort((a, b) => b.share - a.share);
      for (const one of found.slice(kept)) one.pictures = null;
    } catch (error) {
      faults.push(`${subject.name}: ${String(error).slice(0, 500)}`);
    }
  }
  for (const language of languages) {
    const one = await compareCarets(language, stand);
    carets.push({ language, ...one });
    if (one.distance > bounds.caret) faults.push(`carets in ${language}: ${JSON.stringify(one)}`);
  }
} finally {
  await stand.close();
}

const shares = found.map(({ share }) => share);
const percent = (share: number) => Math.round(share * 100_000) / 1_000;
const worst = found.slice(0, kept);
const report = {
  day: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
  designs: subjects.length,
  elements: found.reduce((sum, { elements }) => sum + elements, 0),
  bounds: { pixelsPercent: percent(bounds.share), inkPoints: bounds.ink, caretPoints: bounds.caret },
  pixelsPercent: {
    worst: percent(shares[0] ?? 0),
    median: percent(shares[Math.floor(shares.length / 2)] ?? 0),
  },
  inkPoints: Math.max(...found.map(({ ink }) => ink.distance)),
  caretPoints: Math.round(Math.max(...carets.map(({ distance }) => distance)) * 1_000) / 1_000,
  caretWords: carets.reduce((sum, { words }) => sum + words, 0),
  worst: worst.map(({ name, share, ink }) => ({
    name,
    pixelsPercent: percent(share),
    inkPoints: ink.distance,
  })),
  faults,
};
const text = `${JSON.stringify(report, null, 2)}\n`;
if (values.report) {
  await writeFile(values.report, text);
  const folder = values.report.replace(/\.json$/, '');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [place, { name, pictures }] of worst.entries()) {
    if (!pictures) continue;
    const file = join(folder, `${place + 1}-${name.replaceAll(' ', '-')}.png`);
    await writeFile(file, sideBySide([pictures.canvas, pictures.pdf, pictures.difference]));
  }
} else {
  process.stdout.write(text);
}
for (const fault of faults) console.error(fault);
console.error(`${subjects.length - faults.length} of ${subjects.length} designs are the same`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Pictures of one size below each other, half as large. */
function sideBySide(pictures: readonly Pixels[]): Uint8Array {
  const { width, height } = pictures[0] as Pixels;
  const [wide, high] = [width >> 1, height >> 1];
  const all = new Uint8Array(wide * high * pictures.length * 4).fill(255);
  for (const [index, { rgba }] of pictures.entries()) {
    for (let y = 0; y < high; y += 1) {
      for (let x = 0; x < wide; x += 1) {
        const [to, from] = [((index * high + y) * wide + x) * 4, (2 * y * width + 2 * x) * 4];
        for (let at = 0; at < 3; at += 1) all[to + at] = rgba[from + at]!;
      }
    }
  }
  return encodePng(all, wide, high * pictures.length);
}
