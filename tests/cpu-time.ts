import { readFileSync } from 'node:fs';

/** Runs work on this thread and returns what it took of the CPU, ms: time on the clock is also that of other processes. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

/** Runs work on this thread and gives its result; throws if it took longer than `mostMs` of the CPU. */
export async function withinCpu<Result>(mostMs: number, work: () => Promise<Result>): Promise<Result> {
  let result: Promise<Result> | undefined;
  const spent = await cpuMsOf(() => {
    result = work();
    return result.catch(() => undefined);
  });
  if (spent > mostMs) throw new Error(`it took ${Math.round(spent)} ms of the CPU, and may take ${mostMs}`);
  return result as Promise<Result>;
}

/** Clock ticks in a second of `/proc/self/stat`: proc(5); `getconf CLK_TCK` says 100 on every Linux. */
const ticks = 100;

/** Seconds of CPU that this process has taken since it began, with those of its children that have ended (Linux). */
export function cpuSecondsSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + cpuSecondsOfEndedChildren();
}

/** Seconds of CPU of the children that have ended, and of theirs; 0 where there is no `/proc`. */
function cpuSecondsOfEndedChildren(): number {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // The name, in parentheses, may have spaces. Fields 16 and 17 of all are cutime and cstime; the third is the first here.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticks;
}
