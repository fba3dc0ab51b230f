// `npm run proof -- pdf-import`: every ordinary, large and hostile PDF of the corpora in a process of its own, then hundreds of
// truncated and damaged ones. Each must end in pages or in a refusal of its own within the bounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAppError } from '@sello/kit';
import { report } from '../../../proof/tests/support/report.ts';
import { createPdfImporter } from '../../src/pdf-import/pdf-importer.ts';
import { damaged, hostilePdfs, truncated } from '../pdf-files/hostile.ts';
import { largePdfs } from '../pdf-files/large.ts';
import { ordinaryPdfs } from '../pdf-files/ordinary.ts';

interface Measured {
  pages?: number;
  refusal?: string;
  milliseconds: number;
  cpuMilliseconds: number;
  megabytes: number;
  megabytesBefore: number;
}

const bounds = { cpuMilliseconds: 10_000, megabytes: 256 };
const script = join(import.meta.dirname, '..', 'pdf-files', 'measure-import.ts');
const folder = mkdtempSync(join(tmpdir(), 'sello-import-'));

function measure(bytes: Uint8Array): Measured {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  const { stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Measured;
}

const faults: string[] = [];
const outcomes: Record<string, number> = {};
function count(name: string, { pages = 0, refusal }: Pick<Measured, 'pages' | 'refusal'>): void {
  const outcome = refusal ?? 'imported';
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (pages === 0 && !refusal?.startsWith('upload_pdf_')) faults.push(`${name}: ${outcome}`);
}

const slowest: Record<string, Measured> = {};
const maxima = { milliseconds: 0, cpuMilliseconds: 0, megabytes: 0, megabytesOfAnImport: 0 };
const ordinary = await ordinaryPdfs();
const all: [string, () => Uint8Array | Promise<Uint8Array>][] = [
  ...ordinary.map(({ name, bytes }): [string, () => Uint8Array] => [name, () => bytes]),
  ...Object.entries(largePdfs),
  ...Object.entries(hostilePdfs),
];
for (const [name, make] of all) {
  const measured = measure(await make());
  count(name, measured);
  maxima.milliseconds = Math.max(maxima.milliseconds, measured.milliseconds);
  maxima.cpuMilliseconds = Math.max(maxima.cpuMilliseconds, measured.cpuMilliseconds);
  maxima.megabytes = Math.max(maxima.megabytes, measured.megabytes);
  const own = measured.megabytes - measured.megabytesBefore;
  maxima.megabytesOfAnImport = Math.max(maxima.megabytesOfAnImport, own);
  if (measured.cpuMilliseconds > bounds.cpuMilliseconds || own > bounds.megabytes) {
    faults.push(`${name}: ${measured.cpuMilliseconds} ms, ${own} MB`);
  }
  if (measured.cpuMilliseconds > 2_000 || own > 100) slowest[name] = measured;
}

const importer = createPdfImporter();
let changed = 0;
for (const { name, bytes } of ordinary) {
  for (const [index, file] of [...truncated(bytes, 10), ...damaged(bytes, 20, changed + 1)].entries()) {
    changed += 1;
    const outcome = await importer.read('owner', file).then(
      ({ pages }) => ({ pages: pages.length }),
      (error: unknown) => ({ refusal: isAppError(error) ? error.code : String(error) }),
    );
    count(`${name}, changed ${index}`, outcome);
  }
}
rmSync(folder, { recursive: true });
report({ files: all.length, changed, outcomes, maxima, bounds, heaviest: slowest, faults });
process.exitCode = faults.length > 0 ? 1 : 0;
