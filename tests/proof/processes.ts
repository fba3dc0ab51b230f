import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@sello/dev-stack';
import { roleOf } from '../../packages/mongo-gateway/src/engine/processes.ts';
import type { Target } from './storm-plan.ts';

/** The pid of a target, also while it is starting; null when it does not run. */
export async function pidOf(stack: Stack, target: Target): Promise<number | null> {
  if (target !== 'postmaster') {
    const found = stack.processes.find((entry) => entry.name === target);
    if (found === undefined) throw new Error(`this stack has no ${target} of its own`);
    return found.pid;
  }
  const read = (...path: string[]): Promise<string> =>
    readFile(join(stack.dataDir, 'mongo', ...path), 'utf8');
  const { mark } = JSON.parse(await read('engine.json')) as { mark: string };
  // The pid file stays after a kill, so the process must also have the cluster's mark in its command line.
  const pid = Number.parseInt(await read('cluster', 'postmaster.pid').catch(() => ''), 10);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return roleOf(commandLine, mark) === 'postmaster' ? pid : null;
}

/** Sends SIGKILL to a process; false when it has already exited. */
export function killNow(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until every service is ready, that is until the stack has restarted the killed processes. */
export async function untilReady(stack: Stack, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const states = await Promise.all(
      Object.entries(stack.internals).map(async ([name, url]) => {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
        return answer?.ok ? null : `${name} (${answer === null ? 'no answer' : await answer.text()})`;
      }),
    );
    const waiting = states.filter((state) => state !== null);
    if (waiting.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not ready again: ${waiting.join(', ')}`);
    await pause(50);
  }
}
