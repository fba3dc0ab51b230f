import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { broken, type Figures } from '../attack.ts';
import { attacks } from '../attacks/index.ts';
import { openAbuseStack } from '../stack.ts';

// Runs every attack at its full size. The report contains the current figures and, for comparison, those of the platform
// before its defences (`--as before`, measured once at the commit named there).
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    report: { type: 'string' },
    as: { type: 'string', default: 'after' },
  },
});
type Report = Record<string, { title: string; before?: Figures; after?: Figures }>;
const file = values.report === undefined ? undefined : resolve(values.report);
const report: Report =
  file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { attacks: Report }).attacks : {};

function write(): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ attacks: report }, null, 2)}\n`);
}

const abuse = await openAbuseStack('full');
const faults: string[] = [];
try {
  for (const attack of attacks) {
    if (positionals.length > 0 && !positionals.includes(attack.name)) continue;
    const figures: Figures = await attack.run(abuse, 'full');
    console.log(attack.name, figures);
    report[attack.name] = { ...report[attack.name], title: attack.title, [values.as]: figures };
    faults.push(...broken(attack, figures).map((fault) => `${attack.name}: ${fault}`));
    write();
  }
} finally {
  await abuse.close();
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 || values.as === 'before' ? 0 : 1);
