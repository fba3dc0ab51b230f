import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** One `import … from`, `export … from`, `import()` or `import type`, with its place. */
export interface Import {
  file: string;
  line: number;
  specifier: string;
  /** `import type` and `export type`, which load nothing at run time. */
  isType: boolean;
}

// The formatter writes every import in one of these forms, so regular expressions are sufficient.
const forms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

const typeImport = /^\s*(?:import|export)\s+type\b/;

export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const line = text.slice(0, match.index + match[0].length).split('\n').length;
      found.push({ file, line, specifier: match[1]!, isType: typeImport.test(match[0]) });
    }
  }
  return found;
}

export function readImports(root: string, files: readonly string[]): Import[] {
  return files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** `@scope/name/deep` → `@scope/name`; undefined for relative and built-in modules. */
export function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:|#)/.test(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The repository path of a relative import; undefined for packages and built-ins. */
export function targetOf(entry: Import): string | undefined {
  if (!entry.specifier.startsWith('.')) return undefined;
  return normalize(join(dirname(entry.file), entry.specifier)).replaceAll('\\', '/');
}

/** The workspace folder of a file, such as `packages/store`. */
export function workspaceOf(file: string): string | undefined {
  const match = /^((?:packages|services)\/[^/]+|web)\//.exec(file);
  return match?.[1];
}

export const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$|(^|\/)(tests|bench)\//.test(file);

export const place = (entry: Import, root = ''): string =>
  `${relative(root, entry.file) || entry.file}:${entry.line}`;
