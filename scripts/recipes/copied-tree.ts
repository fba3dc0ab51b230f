import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface TypeProblem {
  file: string;
  line: number;
  message: string;
}

/** A copy of the repository, in which a test follows a recipe of CONTRIBUTING.md half way and runs the checks. */
export interface CopiedTree {
  folder: string;
  /** Replaces a part of a file. Throws unless the file contains it once, so that an outdated recipe is noticed. */
  edit(path: string, before: string, after: string): void;
  write(path: string, text: string): void;
  /** Type-checks these folders and files without unit tests; `base` is the configuration that is extended. */
  typeProblems(places: readonly string[], base?: string): Promise<TypeProblem[]>;
  /** Runs node in the copy. */
  run(...args: string[]): Promise<{ code: number | null; output: string }>;
  remove(): void;
}

/** Copies tracked and new files, as hard links where possible: `write` replaces a link by a new file. */
function copyFiles(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = spawnSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout.split(
    '\0',
  );
  const made = new Set<string>();
  for (const file of files) {
    if (file === '') continue;
    const [from, to] = [join(root, file), join(folder, file)];
    if (!made.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    made.add(dirname(to));
    try {
      linkSync(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Deleted, but not yet committed.
      if (code === 'ENOENT') continue;
      copyFileSync(from, to);
    }
  }
}

/** Links libraries to those of the repository, and workspaces to those of the copy. */
function linkModules(folder: string): void {
  const workspaces = 'node_modules/@sello';
  mkdirSync(join(folder, workspaces), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@sello' || name.startsWith('.')) continue;
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(root, workspaces))) {
    symlinkSync(readlinkSync(join(root, workspaces, name)), join(folder, workspaces, name));
    // Libraries of which the workspace has a version of its own.
    const own = join(workspaces, name, 'node_modules');
    if (existsSync(join(root, own))) symlinkSync(realpathSync(join(root, own)), join(folder, own));
  }
}

/** A problem in the plain output of tsc, with the indented lines that follow it. */
const problem = /^(\S.*?)\((\d+),\d+\): error (TS\d+: .*(?:\n +.*)*)$/gm;

export function readTypeProblems(output: string): TypeProblem[] {
  return [...output.matchAll(problem)].map(([, file, line, message]) => ({
    file: file!.replaceAll('\\', '/'),
    line: Number(line),
    message: message!,
  }));
}

export function copyTree(): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'sello-recipe-'));
  copyFiles(folder);
  linkModules(folder);
  let configurations = 0;
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const run: CopiedTree['run'] = (...args) =>
    new Promise((resolve, reject) => {
      // A run of vitest there is a part of the test here, which counts what it costs.
      const env = { ...process.env, SELLO_TEST_COSTS: '' };
      const child = spawn(process.execPath, args, { cwd: folder, env });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      child.on('error', reject).on('close', (code) => resolve({ code, output }));
    });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A new file replaces the hard link, so that the linked file stays unchanged.
    writeFileSync(join(folder, `${path}.new`), text);
    renameSync(join(folder, `${path}.new`), join(folder, path));
  };
  return {
    folder,
    write,
    edit(path, before, after) {
      const text = readFileSync(join(folder, path), 'utf8');
      if (text.split(before).length !== 2) throw new Error(`${path} does not hold once: ${before}`);
      write(
        path,
        text.replace(before, () => after),
      );
    },
    async typeProblems(places, base = './tsconfig.base.json') {
      const name = `tsconfig.recipe-${++configurations}.json`;
      write(name, JSON.stringify({ extends: base, include: places, exclude: ['**/*.test.ts'] }));
      return readTypeProblems((await run(tsc, '-p', name, '--pretty', 'false', '--singleThreaded')).output);
    },
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
