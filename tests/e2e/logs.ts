import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '@sello/dev-stack';

/** Files that a process has open for writing. */
async function writtenBy(pid: number): Promise<string[]> {
  const files: string[] = [];
  for (const name of await readdir(`/proc/${pid}/fd`)) {
    // It may be closed meanwhile.
    const file = await readlink(`/proc/${pid}/fd/${name}`).catch(() => '');
    const facts = await readFile(`/proc/${pid}/fdinfo/${name}`, 'utf8').catch(() => '');
    const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(facts)?.[1] ?? '0', 8);
    const isWritten = (flags & 0b11) !== 0;
    if (isWritten && file.startsWith('/') && !file.startsWith('/dev/')) files.push(file);
  }
  return files;
}

function isLogLine(line: string, service: string): boolean {
  try {
    const { level, time, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return rest.service === service && typeof level === 'string' && !Number.isNaN(Date.parse(String(time)));
  } catch {
    return false;
  }
}

/** What the services print beside lines of the log, and the files that they write beside it. */
export async function notLogged(stack: Stack, services: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, pid } of stack.processes) {
    const service = services.find((one) => name.startsWith(one));
    if (service === undefined) continue;
    const log = join(stack.dataDir, 'logs', `${name}.log`);
    const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    if (lines.length === 0) found.push(`${name} logs nothing`);
    found.push(...lines.filter((line) => !isLogLine(line, service)).map((line) => `${name}: ${line}`));
    const written = new Set(await writtenBy(pid!));
    if (!written.has(log)) found.push(`${name} does not write ${log}`);
    written.delete(log);
    found.push(...[...written].map((file) => `${name} writes ${file}`));
  }
  return found;
}
