// Runs as a separate process: prints what an import of a file ended in, its duration and the peak memory of the process.
import { readFileSync } from 'node:fs';
import { isAppError } from '@sello/kit';
import { createPdfImporter } from '../../src/pdf-import/pdf-importer.ts';
import { peakMemory } from './peak-memory.ts';

const bytes = readFileSync(process.argv[2] ?? '');
const before = peakMemory();
const start = performance.now();
const startCpu = process.cpuUsage();
const outcome = await createPdfImporter()
  .read('owner', bytes)
  .then(
    ({ pages, notes }) => ({ pages: pages.length, notes: notes.map(({ kind }) => kind) }),
    (error: unknown) => ({ refusal: isAppError(error) ? error.code : String(error) }),
  );
const { user, system } = process.cpuUsage(startCpu);
console.log(
  JSON.stringify({
    ...outcome,
    milliseconds: Math.round(performance.now() - start),
    cpuMilliseconds: Math.round((user + system) / 1_000),
    megabytes: Math.round(peakMemory()),
    megabytesBefore: Math.round(before),
  }),
);
