// Runs as a separate process: prints the verdict on a file, the duration and the peak memory of the process.
import { existsSync, readFileSync } from 'node:fs';
import { verifyPdf } from '../../src/pdf/verify.ts';

/** Peak memory in megabytes. VmHWM where there is one, because getrusage includes the parent's memory before exec. */
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
