/** Runs work on this thread and returns what it took of the CPU, ms: time on the clock is also that of other processes. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}
