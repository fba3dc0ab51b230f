import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { screensBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');

// Every twenty-fourth scene in one of two of the combinations of language, width and theme, and one of them in the others;
// `npm run proof -- screens` takes all in all. The screenshots are kept in .data/shots.
describe.skipIf(!screensBrowser).concurrent('every screen in Chromium', () => {
  it.each([
    ['pt-390-dark', 'every forty-eighth', ['--part', '0/48']],
    ['en-1440-long', 'every forty-eighth', ['--part', '23/48']],
    ['pt-1024-dark,pt-320-long,en-1440-forced,es-390-offline', 'one', ['--only', 'students']],
  ] as const)(
    'is accessible, fits its window and logs no error: %s, %s of them',
    async (look, count, more) => {
      const args = [join(root, 'web/scripts/shots.ts'), '--look', look, ...more];
      const run = await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error) => error);
      const output = String(run.stdout);
      expect(output.split('\n').filter((line) => line.startsWith('✗'))).toEqual([]);
      const taken = Number(/^(\d+) pictures/m.exec(output)?.[1] ?? 0);
      expect(taken, output + String(run.stderr)).toBeGreaterThanOrEqual(
        count === 'one' ? look.split(',').length : 4,
      );
    },
    400_000,
  );
});
