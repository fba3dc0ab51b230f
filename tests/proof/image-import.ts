// `npm run proof -- image-import`: every ordinary, large and hostile image and template file in a process of its own, then
// thousands of truncated and damaged images. Each must end in an image or template, or in a refusal of its own, within the bounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from '../../packages/proof/tests/support/report.ts';
import { hostileImages } from '../../packages/render/tests/image-corpus/hostile.ts';
import { largeImages } from '../../packages/render/tests/image-corpus/large.ts';
import { ordinaryImages } from '../../packages/render/tests/image-corpus/ordinary.ts';
import { directOutcomeOf } from '../../packages/render/tests/image-corpus/outcome.ts';
import { damaged, truncated } from '../../packages/render/tests/pdf-files/hostile.ts';
import { templateFiles } from './template-files.ts';

interface Measured {
  outcome: string;
  milliseconds: number;
  cpuMilliseconds: number;
  megabytes: number;
  eventLoopDelay: number;
}

const bounds = { cpuMilliseconds: 10_000, megabytes: 256 };
const scripts = {
  image: join(
    import.meta.dirname,
    '..',
    '..',
    'packages',
    'render',
    'tests',
    'image-corpus',
    'measure-image.ts',
  ),
  template: join(import.meta.dirname, 'measure-template.ts'),
};
const folder = mkdtempSync(join(tmpdir(), 'sello-import-'));

function measure(script: string, bytes: Uint8Array): Measured {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const { stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

const faults: string[] = [];
const outcomes: Record<string, number> = {};
function count(name: string, outcome: string, isRefusalExpected = true): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const isRefusal = /^(upload_image_|editor\.import\.|editor\.limits\.|errors\.template_)/.test(outcome);
  const isRead = outcome.startsWith('image/') || outcome === 'template';
  if (!isRead && !(isRefusal && isRefusalExpected)) faults.push(`${name}: ${outcome}`);
}

const maxima = { milliseconds: 0, cpuMilliseconds: 0, megabytes: 0, eventLoopDelay: 0 };
const large: Record<string, Measured> = {};
const heaviest: Record<string, Measured> = {};
type Made = Uint8Array | Promise<Uint8Array>;
async function measureAll(
  script: string,
  files: Readonly<Record<string, () => Made>>,
  { isRefusalExpected, into = heaviest }: { isRefusalExpected: boolean; into?: Record<string, Measured> },
): Promise<void> {
  for (const [name, make] of Object.entries(files)) {
    const measured = measure(script, await make());
    count(name, measured.outcome, isRefusalExpected);
    for (const key of Object.keys(maxima) as (keyof typeof maxima)[]) {
      maxima[key] = Math.max(maxima[key], measured[key]);
    }
    if (measured.cpuMilliseconds > bounds.cpuMilliseconds || measured.megabytes > bounds.megabytes) {
      faults.push(`${name}: ${measured.cpuMilliseconds} ms, ${measured.megabytes} MB`);
    }
    if (into === large || measured.cpuMilliseconds > 2_000 || measured.megabytes > 100) into[name] = measured;
  }
}

const ordinary = await ordinaryImages();
await measureAll(scripts.image, ordinary, { isRefusalExpected: false });
await measureAll(scripts.image, largeImages, { isRefusalExpected: true, into: large });
await measureAll(scripts.image, hostileImages, { isRefusalExpected: true });
await measureAll(scripts.template, templateFiles, { isRefusalExpected: true });

let changed = 0;
let slowestChanged = 0;
const changedOutcomes: Record<string, number> = {};
for (const [name, make] of Object.entries(ordinary)) {
  const bytes = make();
  for (const file of [...truncated(bytes, 60), ...damaged(bytes, 300, changed + 1)]) {
    changed += 1;
    const start = performance.now();
    const outcome = await directOutcomeOf(file);
    slowestChanged = Math.max(slowestChanged, Math.round(performance.now() - start));
    changedOutcomes[outcome] = (changedOutcomes[outcome] ?? 0) + 1;
    if (!/^image\/|^(unreadable|pixels|kind|detail)$/.test(outcome))
      faults.push(`${name}, changed: ${outcome}`);
  }
}
rmSync(folder, { recursive: true });
const files = [ordinary, largeImages, hostileImages, templateFiles].reduce(
  (sum, all) => sum + Object.keys(all).length,
  0,
);
report({
  files,
  outcomes,
  changed,
  changedOutcomes,
  slowestChanged,
  bounds,
  maxima,
  large,
  heaviest,
  faults,
});
process.exitCode = faults.length > 0 ? 1 : 0;
