import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Names one run of a process, so that a recycled number is not taken for it; null when it does not run. */
export async function startTimeOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
    if (text === null) return null;
    // The program's name stands in parentheses and may hold spaces; state is field 3, the start time field 22.
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

/** Whether this run of a process still exists. */
export async function isRunning(card: ProcessIdentity): Promise<boolean> {
  return card.run !== null && (await startTimeOf(card.pid)) === card.run;
}

/** Sends a signal; a process that has gone in the meantime is no fault. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
