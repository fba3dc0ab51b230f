import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, isTest, packageOf, workspaceOf } from './imports.ts';

export interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The text of one file of a workspace. */
export interface Source {
  file: string;
  text: string;
}

/** The literal arguments of `resolve(…)`, `load(…)` and `import.meta.resolve(…)`. */
const resolved = /\b(?:resolve|load|require)\(\s*(?:'([^'$]+)|"([^"$]+)|`([^`$]+)(\$\{)?)/g;
const quoted = /(['"`])([a-z\d][\w./-]*)\1/g;

/** Packages that a file needs at run time, each with its line. Types are not needed. */
function needed({ file, text }: Source, declared: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const lines = text.split('\n');
  const add = (specifier: string, line: number) => {
    const name = packageOf(specifier);
    if (name !== undefined && !found.has(name)) found.set(name, line);
  };
  for (const { specifier, line, isType } of importsOf(file, text)) if (!isType) add(specifier, line);
  for (const [index, line] of lines.entries()) {
    for (const [, single, double, template, isOpen] of line.matchAll(resolved)) {
      const start = single ?? double ?? template ?? '';
      if (!isOpen) {
        // `resolve` is also a function of promises and paths, so only declared packages count here.
        const name = packageOf(start);
        if (name !== undefined && declared.includes(name)) add(start, index + 1);
        continue;
      }
      // `@scope/${name}`: the names are in quotes somewhere in the same file.
      for (const [, , name] of text.matchAll(quoted)) {
        if (declared.includes(start + name)) add(start + name, index + 1);
      }
    }
  }
  return found;
}

/**
 * Differences between a workspace's manifest and its `src`. Production installs only `dependencies`, so they must be
 * exactly the packages that the code needs at run time. Packages for tests and types are `devDependencies`.
 */
export function wrongDependencies(manifest: Manifest, sources: readonly Source[]): string[] {
  const { name: own, dependencies = {}, devDependencies = {} } = manifest;
  const declared = Object.keys(dependencies);
  const used = new Map<string, string>();
  for (const source of sources) {
    if (isTest(source.file)) continue;
    for (const [name, line] of needed(source, declared)) {
      if (!used.has(name)) used.set(name, `${source.file}:${line}`);
    }
  }
  const missing = [...used].filter(([name]) => name !== own && !(name in dependencies));
  return [
    ...declared
      .filter((name) => !used.has(name))
      .map((name) => `${own} has ${name} in dependencies, but nothing in its src needs it at run time`),
    ...missing.map(
      ([name, place]) =>
        `${place} imports ${name}, which ${own} has ${name in devDependencies ? 'in devDependencies' : 'nowhere'}; it belongs in dependencies`,
    ),
  ];
}

export function wrongManifests(root: string, files: readonly string[]): string[] {
  const sources = files.filter((file) => /\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const byWorkspace = Map.groupBy(sources, (file) => workspaceOf(file) ?? '');
  return [...byWorkspace].flatMap(([workspace, inWorkspace]) => {
    const manifest = join(root, workspace, 'package.json');
    if (workspace === '' || !existsSync(manifest)) return [];
    return wrongDependencies(
      JSON.parse(readFileSync(manifest, 'utf8')) as Manifest,
      inWorkspace.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
    );
  });
}
