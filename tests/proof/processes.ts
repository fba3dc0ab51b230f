import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@sello/dev-stack';
import { roleOf } from '../../packages/mongo-gateway/src/engine/processes.ts';
import type { Target } from './storm-plan.ts';

/** The process number of a target that runs now, one that is only starting included; null when it does not run. */
export async function pidOf(stack: Stack, target: Target): Promise<number | null> {
  if (target !== 'postmaster') {
    const found = stack.processes.find((entry) => entry.name === target);
    if (found === undefined) throw new Error(`this stack has no ${target} of its own`);
    return found.pid;
  }
  const read = (...path: string[]): Promise<string> =>
    readFile(join(stack.dataDir, 'mongo', ...path), 'utf8');
  const { mark } = JSON.parse(await read('engine.json')) as { mark: string };
  // The number stays behind after a kill: only a process that bears the cluster's mark is the postmaster.
  const pid = Number.parseInt(await read('cluster', 'postmaster.pid').catch(() => ''), 10);
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return roleOf(commandLine, mark) === 'postmaster' ? pid : null;
}

/** `kill -9` of a process; false when it has ended in the meantime. */
export function killNow(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until every service says that it is ready: the stack has brought back what was killed. */
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
