import type { Worker } from 'node:worker_threads';

/** How often the thread's clock is read, ms. */
const lookMs = 50;
/** Behind the CPU clock, for a machine that is busy with other things: so many times the budget by the wall's clock. */
const wallShare = 10;

/** Calls when the thread has computed for longer than this from now on, ms. */
export function watch(thread: Worker, cpuMs: number, onOver: () => void): { stop(): void } {
  const until = performance.now() + cpuMs * wallShare;
  let begun: number | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // A thread in the middle of a native call answers late, one that has ended not at all: then the wall's clock counts.
    const usage = await thread.cpuUsage().catch(() => undefined);
    isLooking = false;
    if (usage === undefined) return;
    const used = (usage.user + usage.system) / 1_000;
    begun ??= used;
    if (used - begun > cpuMs) over();
  };
  const over = () => {
    if (stop()) onOver();
  };
  const timer = setInterval(() => {
    if (performance.now() > until) over();
    else void look();
  }, lookMs);
  void look();
  let isStopped = false;
  function stop(): boolean {
    if (isStopped) return false;
    isStopped = true;
    clearInterval(timer);
    return true;
  }
  return { stop };
}
