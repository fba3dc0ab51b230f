// Run as a process of its own: the verdict on one file, the time it took and the most memory the process ever had.
import { existsSync, readFileSync } from 'node:fs';
import { verifyPdf } from '../../src/pdf/verify.ts';

/** Megabytes. The kernel's own mark, where there is one: what getrusage tells counts the parent before exec. */
function peakMemory(): number {
  const status = '/proc/self/status';
  const mark = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return Number(mark ?? process.resourceUsage().maxRSS) / 1_024;
}

const bytes = readFileSync(process.argv[2] ?? '');
const start = performance.now();
const { outcome, reasons } = await verifyPdf(bytes);
const milliseconds = performance.now() - start;
console.log(JSON.stringify({ outcome, reasons, milliseconds, megabytes: peakMemory() }));
