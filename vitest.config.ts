import { defineConfig } from 'vitest/config';

// Unit tests stand beside their files and boot nothing; what boots real services lives in `tests/` folders and
// runs one file at a time, because each file may bring up a whole stack on two cores.
export default defineConfig({
  test: {
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
          fileParallelism: false,
        },
      },
    ],
  },
});
