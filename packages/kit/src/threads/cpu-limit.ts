import type { Worker } from 'node:worker_threads';
import { times } from '../times.ts';

/**
 * While a native call keeps the thread from answering, the CPU time of the whole process counts instead, up to this
 * multiple of the limit: the other threads of the process use a part of it.
 */
const processFactor = 10;

/**
 * Calls `onExceeded` once when the thread has used more than `cpuMs` of CPU time since this call. Time on the clock does
 * not count: it also passes while other processes have the CPU, and while the thread waits for a signature.
 */
export function limitCpuTime(thread: Worker, cpuMs: number, onExceeded: () => void): { stop(): void } {
  let initialMs: number | undefined;
  /** CPU time of the process when the reading that has not been answered was asked for. */
  let askedAt: NodeJS.CpuUsage | undefined;
  const poll = async (): Promise<void> => {
    if (askedAt) {
      if (millisecondsOf(process.cpuUsage(askedAt)) > cpuMs * processFactor) exceeded();
      return;
    }
    askedAt = process.cpuUsage();
    // It fails when the thread has exited, which its owner is told by the thread itself.
    const usage = await thread.cpuUsage().catch(() => undefined);
    askedAt = undefined;
    if (usage === undefined) return;
    const usedMs = millisecondsOf(usage);
    initialMs ??= usedMs;
    if (usedMs - initialMs > cpuMs) exceeded();
  };
  const exceeded = () => {
    if (stop()) onExceeded();
  };
  const timer = setInterval(() => void poll(), times.cpuPollMs);
  void poll();
  let isStopped = false;
  function stop(): boolean {
    if (isStopped) return false;
    isStopped = true;
    clearInterval(timer);
    return true;
  }
  return { stop };
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
