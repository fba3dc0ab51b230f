import { existsSync, readFileSync } from 'node:fs';

/** Of this process, in megabytes. VmHWM where there is one, because getrusage includes the parent's memory before exec. */
export function peakMemory(): number {
  const status = '/proc/self/status';
  const mark = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return Number(mark ?? process.resourceUsage().maxRSS) / 1_024;
}
