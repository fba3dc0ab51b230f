import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The start time of a process as text, which distinguishes it from a later one with the same id; null when it does not
 * run. On Linux in clock ticks since boot (proc_pid_stat(5), field 22), elsewhere as printed by ps.
 */
export async function startTimeOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
    if (text === null) return null;
    // The program's name is in parentheses and may contain spaces; state is field 3, the start time field 22.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[22 - 3] ?? null);
  }
  const result = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return result?.stdout.trim() || null;
}

export interface ProcessIdentity {
  name: string;
  pid: number;
  run: string | null;
}

/** Whether the process still runs, and its id was not reused. */
export async function isRunning(card: ProcessIdentity): Promise<boolean> {
  return card.run !== null && (await startTimeOf(card.pid)) === card.run;
}

/** Sends a signal; does nothing when the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
