// Runs as a separate process: prints what an import of a template file ended in, its duration, and how much the peak memory of the
// process grew beside idle.
import { readFileSync } from 'node:fs';
import { peakMemory } from '../../packages/render/tests/pdf-files/peak-memory.ts';
import { exportTemplate, importTemplate } from '../../web/src/editor/model/index.ts';

const json = readFileSync(process.argv[2] ?? '', 'utf8');
const before = peakMemory();
const start = performance.now();
const startCpu = process.cpuUsage();
const read = importTemplate(json);
if (read.ok) exportTemplate({ ...read.template, images: new Map() });
const { user, system } = process.cpuUsage(startCpu);
const milliseconds = Math.round(performance.now() - start);
console.log(
  JSON.stringify({
    outcome: read.ok ? 'template' : read.key,
    milliseconds,
    cpuMilliseconds: Math.round((user + system) / 1_000),
    megabytes: Math.round(peakMemory() - before),
    // It runs in the page: nothing else happens meanwhile.
    eventLoopDelay: milliseconds,
  }),
);
