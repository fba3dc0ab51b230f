import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { screensBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');

// Two of the five looks, and a third for the frame alone; `node web/scripts/shots.ts` takes them all. The pictures stay in
// .data/shots.
describe.skipIf(!screensBrowser).concurrent('every screen in Chromium', () => {
  it.each([
    ['pt-390-dark', 'every', []],
    ['en-1440-long', 'every', []],
    ['pt-1024-dark', 'two', ['--only', 'students,settings']],
  ] as const)(
    'is accessible, no wider than its window and quiet: %s, %s of them',
    async (look, count, more) => {
      const args = [join(root, 'web/scripts/shots.ts'), '--look', look, ...more];
      const run = await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error) => error);
      const said = String(run.stdout);
      expect(said.split('\n').filter((line) => line.startsWith('✗'))).toEqual([]);
      const taken = Number(/^(\d+) pictures/m.exec(said)?.[1] ?? 0);
      expect(taken, said + String(run.stderr)).toBeGreaterThan(count === 'every' ? 30 : 1);
    },
    400_000,
  );
});
