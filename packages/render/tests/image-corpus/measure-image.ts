// Runs as a separate process: prints what an upload of an image ended in, its duration, how much the peak memory of the process
// grew beside idle, and how late its event loop was at most.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { peakMemory } from '../pdf-files/peak-memory.ts';
import { outcomeOf } from './outcome.ts';

const bytes = readFileSync(process.argv[2] ?? '');
const before = peakMemory();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const start = performance.now();
const startCpu = process.cpuUsage();
const outcome = await outcomeOf(bytes);
const { user, system } = process.cpuUsage(startCpu);
const milliseconds = performance.now() - start;
delay.disable();
console.log(
  JSON.stringify({
    outcome,
    milliseconds: Math.round(milliseconds),
    cpuMilliseconds: Math.round((user + system) / 1_000),
    megabytes: Math.round(peakMemory() - before),
    eventLoopDelay: Math.round(delay.max / 1e6),
  }),
);
