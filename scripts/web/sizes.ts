import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/**
 * Scripts, styles and texts that a first visit fetches until its page stands and can be used, as paths within the
 * build: the entry, the modules that it begins with, and all that these import.
 */
export function firstLoad(dist: string, begins: readonly string[]): Set<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const open = ['index.html', ...begins];
  const seen = new Set<string>();
  const files = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    open.push(...(chunk.imports ?? []));
  }
  return files;
}

/** Kilobytes (1000 bytes) of files of the build, gzip. */
export function gzipSize(dist: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(dist, file))).length;
  return Math.round(bytes / 100) / 10;
}
