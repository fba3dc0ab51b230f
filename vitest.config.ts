import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { generous } from './tests/patience.ts';

// Unit tests stand beside their files and boot nothing; the files of a worker share its modules, which halves the time of
// loading them. Tests of React components each have a document and the languages' texts to themselves. What boots real
// services lives in `tests/` folders: as many files at a time as there are cores, because each is several processes. Six of them
// took 161 s and 221 s of CPU two at a time on two cores, 164 and 261 three at a time, 174 and 291 four at a time.
const cores = availableParallelism();
/** `npm test` runs them beside those that boot services. */
const besideOthers = Math.max(1, cores - 1);
/** How long `vi.waitFor`, `vi.waitUntil` and `expect.poll` wait where a test does not say it. */
const waiting = {
  setupFiles: ['./tests/waiting.setup.ts', './tests/file-cost.setup.ts'],
  expect: { poll: { timeout: generous } },
};
const booting = {
  ...waiting,
  // Leases of 8 s, renewed every 2 s: a busy machine must not lose one.
  env: { TIME_SCALE: '0.4' },
  testTimeout: 600_000,
  hookTimeout: 600_000,
  maxWorkers: Math.max(2, Math.min(5, cores)),
};
/** Their files share the modules of a worker: loading them takes as long as the tests of many a file. */
const sharing = ['packages/{blobs,proof,render}/tests/**/*.test.ts', 'services/bff/tests/**/*.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,services,web}/**/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          isolate: false,
          maxWorkers: besideOthers,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...waiting,
        },
      },
      {
        test: {
          name: 'components',
          include: ['web/**/src/**/*.test.tsx'],
          maxWorkers: besideOthers,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...waiting,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,services}/*/tests/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: sharing,
          ...booting,
        },
      },
      // `npm run proof -- recipes`.
      { test: { name: 'recipes', include: ['scripts/recipes/*.recipe.ts'], ...booting } },
      { test: { name: 'integration-shared', include: sharing, isolate: false, ...booting } },
    ],
  },
});
