import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface MarkedProcesses {
  postmasters: number[];
  children: number[];
}

/**
 * Every process of a cluster carries `cluster_name=<mark>` among its arguments; a child also the title
 * `postgres: <mark>: …` in the place of one of them.
 */
export function roleOf(commandLine: string, mark: string): 'postmaster' | 'child' | null {
  const words = commandLine.split('\0');
  if (words.some((word) => word.startsWith(`postgres: ${mark}: `))) return 'child';
  return words.includes(`cluster_name=${mark}`) ? 'postmaster' : null;
}

/**
 * Processes whose command line carries the mark of one cluster. A process found this way is ours and no one else's:
 * neither a recycled process number nor another cluster can be mistaken for it.
 */
export async function processesMarked(mark: string): Promise<MarkedProcesses> {
  const found: MarkedProcesses = { postmasters: [], children: [] };
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const role = roleOf(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''), mark);
    if (role === 'postmaster') found.postmasters.push(pid);
    if (role === 'child') found.children.push(pid);
  }
  return found;
}

/** Names one run of a process, so that a recycled number is not taken for it; null when it does not run. */
export async function startTimeOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (text === null) return null;
  // The program's name stands in parentheses and may hold spaces; the fields after it are counted from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in the meantime.
  }
}

/**
 * Ends every process of a cluster and answers how many there were. The postmaster is asked for a fast shutdown and
 * takes its children along; children whose postmaster is dead end by themselves within moments. Whatever is left
 * after `timeoutMs` is killed.
 */
export async function endMarked(mark: string, timeoutMs: number): Promise<number> {
  const started = Date.now();
  const asked = new Set<number>();
  let count = 0;
  for (;;) {
    const { postmasters, children } = await processesMarked(mark);
    const left = [...postmasters, ...children];
    count ||= left.length;
    if (left.length === 0) return count;
    if (Date.now() - started > timeoutMs) for (const pid of left) signal(pid, 'SIGKILL');
    for (const pid of postmasters) if (!asked.has(pid)) signal(pid, 'SIGINT');
    for (const pid of postmasters) asked.add(pid);
    // Orphans blocked in a query never look whether their postmaster lives.
    if (postmasters.length === 0 && Date.now() - started > 1_000)
      for (const pid of children) signal(pid, 'SIGKILL');
    await pause(20);
  }
}
