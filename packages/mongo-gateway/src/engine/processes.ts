import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface MarkedProcesses {
  postmasters: number[];
  children: number[];
}

/**
 * The role of a process. Every process of a cluster has `cluster_name=<mark>` among its arguments; in a child the title
 * `postgres: <mark>: …` replaces one of them.
 */
export function roleOf(commandLine: string, mark: string): 'postmaster' | 'child' | null {
  const words = commandLine.split('\0');
  if (words.some((word) => word.startsWith(`postgres: ${mark}: `))) return 'child';
  return words.includes(`cluster_name=${mark}`) ? 'postmaster' : null;
}

/**
 * Finds processes by the mark in their command line. They certainly belong to this cluster: neither a reused process id
 * nor another cluster can match.
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

/**
 * The start time of a process, in clock ticks since boot as text (proc_pid_stat(5), field 22), which distinguishes it
 * from a later one with the same id; null when it does not run.
 */
export async function startTimeOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (text === null) return null;
  // The program's name is in parentheses and may contain spaces; the fields after it are numbered from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/**
 * Ends every process of a cluster and returns how many there were. The postmaster gets a fast shutdown and ends its
 * children; children whose postmaster is dead end by themselves. All that are left after `timeoutMs` are killed.
 */
export async function endMarked(mark: string, timeoutMs: number): Promise<number> {
  const started = Date.now();
  const signalled = new Set<number>();
  let count = 0;
  for (;;) {
    const { postmasters, children } = await processesMarked(mark);
    const left = [...postmasters, ...children];
    count ||= left.length;
    if (left.length === 0) return count;
    if (Date.now() - started > timeoutMs) for (const pid of left) signal(pid, 'SIGKILL');
    for (const pid of postmasters) if (!signalled.has(pid)) signal(pid, 'SIGINT');
    for (const pid of postmasters) signalled.add(pid);
    // Orphans blocked in a query never check whether their postmaster is alive.
    if (postmasters.length === 0 && Date.now() - started > 1_000)
      for (const pid of children) signal(pid, 'SIGKILL');
    await pause(20);
  }
}
