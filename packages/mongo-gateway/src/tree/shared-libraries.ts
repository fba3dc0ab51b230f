import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readElf } from './elf.ts';

/** The shared libraries in these folders, by name. */
async function librariesIn(folders: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (/\.so(\.|$)/.test(name) && !found.has(name)) found.set(name, join(folder, name));
    }
  }
  return found;
}

/** The folders of the tree with shared libraries: PostgreSQL's modules, the multi-arch folder and its subfolders. */
async function libraryFolders(root: string): Promise<string[]> {
  const lib = join(root, 'usr/lib');
  const folders: string[] = [];
  for (const major of await readdir(join(lib, 'postgresql')).catch(() => []))
    folders.push(join(lib, 'postgresql', major, 'lib'));
  const modules = folders.length;
  for (const name of await readdir(lib)) {
    const libc = join(lib, name, 'libc.so.6');
    if (!(await lstat(libc).catch(() => null))) continue;
    folders.push(join(lib, name));
    for (const sub of await readdir(join(lib, name), { withFileTypes: true })) {
      if (sub.isDirectory()) folders.push(join(lib, name, sub.name));
    }
  }
  if (folders.length === modules) throw new Error(`The unpacked packages hold no C library below ${lib}.`);
  return folders;
}

/**
 * Resolves the shared libraries that the programs and modules need, transitively; returns the real paths of all of
 * them.
 * @throws Error naming each missing library and the file that needs it.
 */
export async function resolveLibraries(root: string, starts: string[]): Promise<Set<string>> {
  const libraries = await librariesIn(await libraryFolders(root));
  const seen = new Set<string>();
  const missing: string[] = [];
  const queue = [...starts];
  for (let path = queue.pop(); path; path = queue.pop()) {
    const real = await realpath(path);
    if (seen.has(real)) continue;
    seen.add(real);
    const elf = await readElf(real);
    for (const name of elf?.needed ?? []) {
      const found = libraries.get(name);
      if (found) queue.push(found);
      // The loader appears as a needed library too; on some architectures it is outside these folders.
      else if (!name.startsWith('ld-linux'))
        missing.push(`${name} (needed by ${path.slice(root.length + 1)})`);
    }
  }
  if (missing.length > 0) throw new Error(`The package suite lacks shared libraries: ${missing.join(', ')}.`);
  return seen;
}
