import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The scripts and styles that a first visit fetches before it renders, starting at these modules. */
function firstLoad(manifest: Record<string, Chunk>, entries: readonly string[]): Set<string> {
  const open = [...entries];
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

/** Size of scripts, styles and English texts of a first load, gzipped, in kilobytes (1000 bytes), without fonts and images. */
export function firstLoadSize(dist: string, entries: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  let bytes = 0;
  for (const file of firstLoad(manifest, ['index.html', ...entries]))
    bytes += gzipSync(readFileSync(join(dist, file))).length;
  return Math.round(bytes / 100) / 10;
}
