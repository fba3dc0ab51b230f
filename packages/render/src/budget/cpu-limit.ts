import type { Worker } from 'node:worker_threads';

/** Interval between readings of the thread's CPU time, ms. */
const pollMs = 50;
/** The wall-clock limit is this multiple of the CPU limit, because the machine may be busy with other processes. */
const wallClockFactor = 10;

/** Calls `onExceeded` once when the thread has used more than `cpuMs` of CPU time since this call. */
export function limitCpuTime(thread: Worker, cpuMs: number, onExceeded: () => void): { stop(): void } {
  const deadline = performance.now() + cpuMs * wallClockFactor;
  let initialMs: number | undefined;
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    // During a native call the reading is late, and it fails once the thread has exited: then the deadline applies.
    const usage = await thread.cpuUsage().catch(() => undefined);
    isPolling = false;
    if (usage === undefined) return;
    const usedMs = (usage.user + usage.system) / 1_000;
    initialMs ??= usedMs;
    if (usedMs - initialMs > cpuMs) exceeded();
  };
  const exceeded = () => {
    if (stop()) onExceeded();
  };
  const timer = setInterval(() => {
    if (performance.now() > deadline) exceeded();
    else void poll();
  }, pollMs);
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
