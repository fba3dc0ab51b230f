import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { cpuSecondsSoFar } from './cpu-time.ts';

// Notes what each file costs, for the end of `npm test` (`scripts/suite/costs.ts`). The setup file runs before each file, and
// its hook after the hooks of the file: what the file started has ended by then.
const noted = process.env.SELLO_TEST_COSTS;
const begun = performance.now();
const counted = globalThis as { cpuSecondsCounted?: number };
if (noted) {
  afterAll(() => {
    const soFar = cpuSecondsSoFar();
    const seconds = soFar - (counted.cpuSecondsCounted ?? 0);
    counted.cpuSecondsCounted = soFar;
    const took = (performance.now() - begun) / 1_000;
    appendFileSync(noted, `${JSON.stringify({ file: expect.getState().testPath, cpu: seconds, took })}\n`);
  });
}
