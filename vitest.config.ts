import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

// Unit tests stand beside their files and boot nothing; what boots real services lives in `tests/` folders and
// runs few files at a time, because each may bring up a whole stack: no more than there are cores, and never one alone,
// because much of their time is waiting for processes that were killed.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,services,web}/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,services}/*/tests/**/*.test.ts', 'tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
        },
      },
    ],
  },
});
