import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { screensBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');

// Two of the five looks; `node web/scripts/shots.ts` takes them all. The pictures stay in .data/shots.
describe.skipIf(!screensBrowser).concurrent('every screen in Chromium', () => {
  it.each(['pt-390-dark', 'en-1440-long'])(
    'is accessible, no wider than its window and quiet: %s',
    async (look) => {
      const args = [join(root, 'web/scripts/shots.ts'), '--look', look];
      const run = await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error) => error);
      const said = String(run.stdout);
      expect(said.split('\n').filter((line) => line.startsWith('✗'))).toEqual([]);
      expect(Number(/^(\d+) pictures/m.exec(said)?.[1] ?? 0), said + String(run.stderr)).toBeGreaterThan(30);
    },
    400_000,
  );
});
