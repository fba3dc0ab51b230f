import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What a run said and how it ended. */
export interface Run {
  code: number | null;
  output: string;
}

/** A copy of the sources, whose packages import each other and not those of this tree. */
export interface TreeCopy {
  folder: string;
  /** Changes a file by exact text. Throws when the text is not in it. */
  replace(file: string, before: string, after: string): void;
  write(file: string, text: string): void;
  /** Runs node in the copy. */
  run(...args: string[]): Promise<Run>;
  remove(): void;
}

export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sello-tree-'));
  const places = [
    'packages',
    'services',
    'web',
    'scripts',
    'tests/added-field',
    'package.json',
    'tsconfig.base.json',
  ];
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...places], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of list.stdout.split('\0')) {
    if (!/\.(ts|tsx|json|mjs)$/.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  linkModules(folder);
  return {
    folder,
    replace(file, before, after) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not hold: ${before}`);
      writeFileSync(
        join(folder, file),
        text.replace(before, () => after),
      );
    },
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: (...args) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, args, { cwd: folder });
        let output = '';
        child.stdout.on('data', (chunk) => (output += chunk));
        child.stderr.on('data', (chunk) => (output += chunk));
        child.on('error', (error) => resolve({ code: null, output: error.message }));
        child.on('close', (code) => resolve({ code, output }));
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The libraries are those of this tree; our own packages are the copied ones. */
function linkModules(folder: string): void {
  const modules = join(root, 'node_modules');
  const own = join(folder, 'node_modules');
  mkdirSync(join(own, '@sello'), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name !== '@sello') symlinkSync(join(modules, name), join(own, name));
  }
  for (const name of readdirSync(join(modules, '@sello'))) {
    symlinkSync(readlinkSync(join(modules, '@sello', name)), join(own, '@sello', name));
  }
}
