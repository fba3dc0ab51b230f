import { fork, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The bench harness: `npm run bench [name…] -- --json FILE --report FILE`. A bench is a file in a `bench/` folder that
 * exports `bench(): Promise<Row[]>`. It runs its baselines interleaved with the product in one run and returns medians.
 */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** Ratios to baselines that were measured in the same run, by the name of the baseline. */
  beside: Record<string, number>;
}

const root = join(import.meta.dirname, '..');

/** Runs one bench in a child process, so that benches do not share a heap. */
async function runInChild(file: string): Promise<void> {
  const { bench } = (await import(resolve(root, file))) as { bench: () => Promise<Row[]> };
  const rows = await bench();
  process.send?.(rows, () => process.exit(0));
}

function runBench(file: string): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    let rows: Row[] | undefined;
    const child = fork(import.meta.filename, ['--child', file], { cwd: root, execArgv: ['--expose-gc'] });
    child.on('message', (message) => {
      rows = message as Row[];
    });
    child.on('exit', (code) =>
      rows ? resolve(rows) : reject(new Error(`${file} exited with ${code} and returned no rows`)),
    );
  });
}

const figure = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 1 ? value.toFixed(1) : value.toPrecision(2);

function table(name: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const beside = Object.entries(row.beside).map(([rival, ratio]) => `${figure(ratio)}× ${rival}`);
    return `| ${row.name} | ${figure(row.value)} ${row.unit} | ${beside.join('; ') || '–'} |`;
  });
  return `## ${name}\n\n| what | measured | beside, in the same run |\n|---|---|---|\n${lines.join('\n')}\n`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    report: { type: 'string' },
    child: { type: 'string' },
    list: { type: 'boolean' },
  },
});

if (values.child) {
  await runInChild(values.child);
} else {
  const files = globSync('{bench,packages/*/bench,services/*/bench}/*.ts', { cwd: root }).sort();
  const names = new Map(files.map((file) => [basename(file, '.ts'), file]));
  const unknown = positionals.filter((name) => !names.has(name));
  if (values.list || unknown.length > 0) {
    if (unknown.length > 0) console.error(`There is no bench called ${unknown.join(', ')}.`);
    console.log([...names.keys()].join('\n'));
    process.exit(unknown.length > 0 ? 2 : 0);
  }
  const chosen = positionals.length > 0 ? positionals : [...names.keys()];
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout?.trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const results: Record<string, Row[]> = {};
  const sections: string[] = [];
  for (const name of chosen) {
    console.log(`… ${name}`);
    try {
      results[name] = await runBench(names.get(name)!);
      sections.push(table(name, results[name]));
      console.log(sections.at(-1));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
  const write = (file: string, text: string): void => {
    const path = resolve(process.env.INIT_CWD ?? root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const day = new Date().toISOString().slice(0, 10);
  if (values.json) write(values.json, `${JSON.stringify({ machine, commit, day, results }, null, 2)}\n`);
  if (values.report) {
    const intro = `# Bench\n\nMade by \`npm run bench\` on ${day} at ${commit}. Machine: ${machine}. Ratios compare what ran interleaved in the same run; an absolute figure means nothing between machines.\n`;
    write(values.report, `${intro}\n${sections.join('\n')}`);
  }
}
