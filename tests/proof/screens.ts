// Every screen in every combination of language, width and theme, in the system's own colours and without a connection: no
// violation of WCAG 2.2 AA, no target below 44 px under a finger, no horizontal scrolling, no layout that shifts, no error in
// the console. Writes a report as JSON: node screens.ts [--report FILE] [--look LOOK,…]. With looks, only those are taken, and
// the others stay in the report as they were, each with its date. The web must have been built.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const { values } = parseArgs({ options: { report: { type: 'string' }, look: { type: 'string' } } });
const root = join(import.meta.dirname, '../..');
const looks = [
  ...['en-1440-light', 'pt-390-dark', 'es-390-light', 'en-1440-long', 'pt-1024-dark'],
  ...['pt-320-long', 'en-1440-forced', 'en-1440-contrast', 'es-390-offline'],
];
const script = join(root, 'web/scripts/shots.ts');
const run = promisify(execFile);

interface Found {
  look: string;
  date: string;
  pictures: number;
  faults: string[];
}

async function take(look: string): Promise<Found> {
  const { stdout } = await run(process.execPath, [script, '--look', look], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  const lines = String(stdout).split('\n');
  const pictures = Number(/^(\d+) pictures/m.exec(String(stdout))?.[1] ?? 0);
  const faults = lines.filter((line) => line.startsWith('✗')).map((line) => line.slice(2));
  if (pictures === 0) faults.push('no picture was taken');
  console.log(`${look}: ${pictures} pictures, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  return { look, date: new Date().toISOString(), pictures, faults };
}

// One look at a time on each processor: a browser waits for much of its time.
const asked = values.look?.split(',') ?? looks;
if (!asked.every((look) => looks.includes(look))) throw new Error(`The looks are ${looks.join(', ')}`);
const earlier: Found[] =
  values.look && values.report ? JSON.parse(await readFile(values.report, 'utf8')).looks : [];
const found = earlier.filter(({ look }) => !asked.includes(look));
const waiting = [...asked];
const next = async (): Promise<void> => {
  for (let look = waiting.shift(); look; look = waiting.shift()) found.push(await take(look));
};
await Promise.all(cpus().map(next));
found.sort((one, other) => looks.indexOf(one.look) - looks.indexOf(other.look));
const faults = found.flatMap((one) => one.faults);
const pictures = found.reduce((sum, one) => sum + one.pictures, 0);
if (values.report) {
  const report = {
    cpus: cpus().length,
    pictures,
    faults: faults.length,
    looks: found,
  };
  await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
}
process.exitCode = faults.length > 0 ? 1 : 0;
