import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Prints the result of a long-running proof, and writes it to the file of `--report FILE`. */
export function report(found: Record<string, unknown>): void {
  const { values } = parseArgs({ options: { report: { type: 'string' } }, strict: false });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const text = `${JSON.stringify({ ...found, day: new Date().toISOString().slice(0, 10), machine }, null, 2)}\n`;
  console.log(text);
  if (typeof values.report !== 'string') return;
  const file = resolve(values.report);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
